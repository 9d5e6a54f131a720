import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { inDatabase } from '../support/database/database.ts'
import { BANK_ACCOUNT, BANK_TO, hdfcLetter, nameServer, testBank } from '../support/mail/bank-mail.ts'
import { DOVECOT_PACKAGE, hasDovecot, openDovecot, type MailServer } from '../support/mail/dovecot.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, type Customer } from '../support/server/visitor.ts'

const LONG_MS = 400_000
const bank = testBank()
let shop: Shop
let admin: Customer

const start = async (env: Record<string, string> = {}) => {
  shop = await startShop({ template: 'empty', on: 'postgres', env: { NODE_OPTIONS: nameServer(bank), ...env } })
  admin = await newCustomer(shop)
  await inDatabase(shop, (sql) =>
    sql.query(`insert into public.staff (user_id, role) values ($1, 'admin')`, [admin.id]),
  )
}

interface Setup {
  revision: number
  from_environment: boolean
  mails: { bank: string; wording: string; mails: number }[]
}
const setup = async () => (await admin.client.rpc('bank_setup').throwOnError()).data as unknown as Setup
const save = async (p_setup: Record<string, unknown>) =>
  admin.client
    .rpc('save_bank_setup', { p_revision: (await setup()).revision, p_setup: p_setup as never })
    .throwOnError()
const source = async (): Promise<string> => {
  const { data } = await admin.client.rpc('proof_state').throwOnError()
  const found = (data as { sources: { name: string; fault: string | null }[] }).sources.find(
    ({ name }) => name === 'mailbox',
  )
  return found ? (found.fault ?? 'works') : 'none'
}
const utrs = async () => {
  const { data } = await admin.client.from('credits').select('utrs').order('created_at').throwOnError()
  return data.flatMap((credit) => credit.utrs)
}
const until = async (what: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(what, { timeout: 60_000, interval: 200 }).toEqual(wanted)
const trial = async () => {
  const { body, headers } = hdfcLetter({ utr: '400000000099', amount: '10.00' })
  const raw = await bank.sign({ headers, body })
  const answer = await fetch(`${shop.url}/proofs/mail/try`, {
    method: 'POST',
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, authorization: `Bearer ${admin.token}` },
    body: new Uint8Array(raw),
  })
  return answer.ok ? ((await answer.json()) as { outcome: string }).outcome : answer.status
}
const post = async (secret: string, utr: string) =>
  (
    await fetch(`${shop.url}/proofs/mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: new Uint8Array(await bank.mail(utr)),
    })
  ).status

describe('the server follows what the console stored, without a restart', () => {
  let mailbox: MailServer | null = null
  beforeAll(() => start(), LONG_MS)
  afterAll(async () => {
    await shop?.dispose()
    await mailbox?.dispose()
  })

  test('a mail is on trial once address and account are saved', async () => {
    expect(await setup()).toMatchObject({ from_environment: false, mails: [] })
    expect([await source(), await trial()]).toEqual(['none', 404])
    await save({ bank: 'hdfc', mail_to: BANK_TO, account: BANK_ACCOUNT })
    expect(await trial()).toBe('person')
    await save({ confirmed: ['hdfc-upi'] })
    expect(await trial()).toBe('approves')
    expect(await source(), 'and still no mail can come').toBe('none')
  })

  test('mails are posted with the secret that was shown once, until it is replaced', async () => {
    const renew = async (p_on: boolean) => {
      const { data } = await admin.client
        .rpc('renew_inbound_secret', { p_revision: (await setup()).revision, p_on })
        .throwOnError()
      return (data as { secret: string }).secret
    }
    const first = await renew(true)
    await until(() => post(first, '400000000001'), 200)
    expect(await utrs()).toEqual(['400000000001'])
    await until(source, 'works')
    const second = await renew(true)
    await until(() => post(first, '400000000002'), 401)
    expect(await post(second, '400000000002')).toBe(200)
    await renew(false)
    await until(async () => (await post(second, '400000000002')) === 200, false)
    await until(source, 'none')
    expect((await setup()).mails).toMatchObject([{ bank: 'hdfc', wording: 'hdfc-upi', mails: 2 }])
  })

  test.skipIf(!hasDovecot())(
    `a mailbox is opened, and why it cannot be is said (needs ${DOVECOT_PACKAGE})`,
    async () => {
      mailbox = await openDovecot()
      await mailbox.append(await bank.mail('400000000011'))
      const box = { imap_host: '127.0.0.1', imap_port: mailbox.port, imap_user: mailbox.user }
      await save({ ...box, imap_password: 'a wrong one' })
      await until(source, 'The mail server refuses the user or the password.')
      await save({ imap_password: mailbox.password, imap_folder: 'Nowhere' })
      await until(source, 'The mailbox has no such folder.')
      await save({ imap_folder: 'INBOX' })
      await until(source, 'works')
      await until(async () => (await utrs()).includes('400000000011'), true)
      await mailbox.append(await bank.mail('400000000012'))
      await until(async () => (await utrs()).includes('400000000012'), true)
      await save({ imap_host: null, imap_user: null })
      await until(source, 'none')
      expect(shop.log()).not.toContain(mailbox.password)
    },
  )
})

test(
  'variables of the environment hold over what is stored, and the console is told',
  async () => {
    await start({
      PROOF_MAIL_SECRET: 'a-secret-of-more-than-24-characters',
      PROOF_MAIL_TO: BANK_TO,
      PROOF_ACCOUNT_MASK: BANK_ACCOUNT,
      PROOF_BANKS: 'hdfc-upi',
    })
    try {
      expect((await setup()).from_environment).toBe(true)
      await save({ mail_to: 'other@shop.example', account: '0001' })
      expect(await trial()).toBe('approves')
      expect(await post('a-secret-of-more-than-24-characters', '400000000021')).toBe(200)
    } finally {
      await shop.dispose()
    }
  },
  LONG_MS,
)
