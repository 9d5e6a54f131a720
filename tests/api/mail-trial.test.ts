import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import type { MailTrial } from '../../src/shop/proofs/mail-trial.ts'
import { axisLetter, BANK_ACCOUNT, BANK_TEMPLATES, BANK_TO, nameServer, testBank } from '../support/mail/bank-mail.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, type Customer } from '../support/server/visitor.ts'

const SECRET = 'a-secret-of-more-than-24-characters'
const LONG_MS = 400_000
const bank = testBank()
let shop: Shop
let admin: Customer
let second: Customer
let customer: Customer
let gate: Customer
let till: Customer

beforeAll(async () => {
  shop = await startShop({
    template: 'empty',
    on: 'postgres',
    env: {
      NODE_OPTIONS: nameServer(bank),
      PROOF_MAIL_SECRET: SECRET,
      PROOF_MAIL_TO: BANK_TO,
      PROOF_ACCOUNT_MASK: BANK_ACCOUNT,
      PROOF_BANKS: BANK_TEMPLATES.join(','),
    },
  })
  const person = () => newCustomer(shop)
  ;[admin, second, customer, gate, till] = await Promise.all([person(), person(), person(), person(), person()])
  await inDatabase(shop, (sql) =>
    sql.query(
      `insert into public.staff (user_id, role)
       values ($1, 'admin'), ($2, 'admin'), ($3, 'gate'), ($4, 'box_office')`,
      [admin.id, second.id, gate.id, till.id],
    ),
  )
}, LONG_MS)
afterAll(() => shop?.dispose())

const letter = (utr: string) => bank.sign(axisLetter({ utr, amount: '1800.00', note: 'ASHA K/UTIB/7K2QX4MD' }))

async function attempt(raw: Buffer, headers: Record<string, string>): Promise<Response> {
  return fetch(`${shop.url}/proofs/mail/try`, { method: 'POST', headers, body: new Uint8Array(raw) })
}
const signed = ({ token }: Customer) => ({ apikey: EMBEDDED_PUBLISHABLE_KEY, authorization: `Bearer ${token}` })

/** Rows of all tables that a delivered mail could write to. */
async function counts(): Promise<Record<string, number | null>> {
  const tables = ['credits', 'credit_proofs', 'payments', 'audit_log'] as const
  const found = await Promise.all(
    tables.map((table) => second.client.from(table).select('*', { count: 'exact', head: true })),
  )
  return Object.fromEntries(tables.map((table, n) => [table, found[n]!.count]))
}

async function deliver(raw: Buffer): Promise<string> {
  const answer = await fetch(`${shop.url}/proofs/mail`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: new Uint8Array(raw),
  })
  return `${answer.status} ${(await answer.text()).trim()}`
}

test('only admins may try a mail, as the database knows them now', async () => {
  const raw = await letter('400000000101')
  const status = async (headers: Record<string, string>) => (await attempt(raw, headers)).status
  expect(await status(signed(customer))).toBe(403)
  expect(await status({})).toBe(401)
  expect(await status({ authorization: `Bearer ${SECRET}` })).toBe(401)
  expect(await status({ apikey: EMBEDDED_PUBLISHABLE_KEY, authorization: `Bearer ${EMBEDDED_PUBLISHABLE_KEY}` })).toBe(
    401,
  )
  const [head, claims] = admin.token.split('.')
  expect(await status({ ...signed(admin), authorization: `Bearer ${head}.${claims}.forged` })).toBe(401)
  expect(await status({ ...signed(admin), origin: 'https://evil.example' })).toBe(403)
  expect([await status(signed(gate)), await status(signed(till))]).toEqual([403, 403])
  expect(await status(signed(admin))).toBe(200)
  const becomes = async (role: string) =>
    (await second.client.rpc('set_staff_role', { p_user_id: admin.id, p_role: role })).error
  expect(await becomes('gate')).toBeNull()
  expect(await status(signed(admin)), 'with the token from before').toBe(403)
  expect(await becomes('admin')).toBeNull()
  expect(await status(signed(admin))).toBe(200)
})

test('a mail that was tried is nowhere kept, and counts once when its bank sends it', async () => {
  const raw = await letter('400000000102')
  const before = await counts()
  for (let n = 0; n < 3; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const trial = (await (await attempt(raw, signed(admin))).json()) as MailTrial
    expect(trial).toMatchObject({ outcome: 'approves', read: { utr: '400000000102', codes: ['MF7K2QX4MD'] } })
  }
  expect(await counts()).toEqual(before)
  expect(shop.log()).not.toContain('A mail was no proof')
  expect([await deliver(raw), await deliver(raw)]).toEqual(['200 Taken.', '200 Taken.'])
  expect(await counts()).toMatchObject({ credits: 1, credit_proofs: 1 })
  const after = await counts()
  expect(((await (await attempt(raw, signed(admin))).json()) as MailTrial).outcome).toBe('approves')
  expect(await counts()).toEqual(after)
})
