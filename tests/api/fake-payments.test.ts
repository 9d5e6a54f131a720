import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongStorm } from '../storm/random.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'
import { inDatabase } from '../support/database/database.ts'
import { answer, line, newCategory, payment, priceOf, submitted } from './support/cast.ts'

const size = isLongStorm() ? { accounts: 50, payments: 12, seats: 2000 } : { accounts: 2, payments: 12, seats: 80 }
/** Most seats that one account has under review. */
const SEATS_EACH = 40
const SEATS_A_PAYMENT = 4

let shop: Shop
let admin: Customer
let category = ''
const fakes: Customer[] = []

let labels: string[] = []

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  admin = await demoPerson(shop, 'admin')
  category = (await newCategory(admin, size.seats)).category
  const { data } = await admin.client.from('ticket_categories').select('grid_columns').eq('id', category).single()
  const columns: number = data!.grid_columns
  const row = (n: number): string => (n < 26 ? '' : row(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
  labels = Array.from({ length: size.seats }, (_, n) => `${row(Math.floor(n / columns))}${(n % columns) + 1}`)
  for (let n = 0; n < size.accounts; n += 1) fakes.push(await newCustomer(shop, `Fake ${n}`))
})
afterAll(async () => shop?.dispose())

const pendingOf = async (person: Customer): Promise<string[]> => {
  const { data } = await admin.client.from('payments').select('id').eq('user_id', person.id).eq('status', 'pending')
  return (data ?? []).map((row) => row.id as string)
}

test('a hall full of fake payments is on sale again after a quarter of an hour', async () => {
  await Promise.all(
    fakes.map(async (fake, n) => {
      const own = labels.slice(n * SEATS_EACH, (n + 1) * SEATS_EACH)
      for (let k = 0; k < size.payments; k += 1) {
        const seats = own.slice(k * SEATS_A_PAYMENT, (k + 1) * SEATS_A_PAYMENT)
        const asked = line(category, ...(seats.length > 0 ? seats : [own[0]!]))
        const said = await fake.client.rpc('submit_payment', payment(fake, randomUUID(), asked, SEATS_A_PAYMENT))
        expect(said.error, 'money that was sent is never refused').toBeNull()
      }
    }),
  )
  const full = await answer<{ taken: string[] }>(admin.client, 'taken_seats', { p_ticket_category_id: category })
  expect(full.taken).toHaveLength(size.accounts * SEATS_EACH)

  await inDatabase(shop, (sql) =>
    sql.query(`update public.seat_claims set review_until = now() where ticket_category_id = $1`, [category]),
  )
  const free = await answer<{ taken: string[] }>(admin.client, 'taken_seats', { p_ticket_category_id: category })
  expect(free.taken).toEqual([])
  const honest = await newCustomer(shop, 'Honest')
  const bought = await submitted(honest, category, labels[0]!, labels[SEATS_EACH]!)
  expect(bought.status).toBe('pending')
  expect(priceOf(2)).toBeGreaterThan(0)
  const [kept] = await answer<{ seats_held: boolean }[]>(honest.client, 'check_payment_status', {
    p_transaction_id: bought.transaction_id,
  })
  expect(kept?.seats_held).toBe(true)
})

test('the list shows ten payments of each customer and counts the rest', async () => {
  const [fake] = fakes
  const { data } = await admin.client
    .rpc('get_payment_details')
    .select('collapsed, more_of_customer')
    .eq('user_id', fake!.id)
  const rows = (data ?? []) as unknown as { collapsed: boolean; more_of_customer: number }[]
  expect(rows.filter((row) => !row.collapsed)).toHaveLength(10)
  expect(rows.map((row) => row.more_of_customer).filter((n) => n > 0)).toEqual([size.payments - 10])
})

test('staff reject them together and close the accounts, which then cannot sign in or submit', async () => {
  for (const fake of fakes) {
    const ids = await pendingOf(fake)
    expect(ids).toHaveLength(size.payments)
    const decided = await answer<{ ok: boolean }[]>(admin.client, 'reject_payments', {
      p_payment_ids: ids,
      p_note: 'No such credit',
    })
    expect(decided.every((one) => one.ok)).toBe(true)
    await answer(admin.client, 'release_customer_seats', { p_user_id: fake.id })
    await answer(admin.client, 'close_account', { p_user_id: fake.id, p_reason: 'Fake payments' })
  }
  const left = await answer<{ taken: string[] }>(admin.client, 'taken_seats', { p_ticket_category_id: category })
  expect(left.taken).toHaveLength(2)
  const [fake] = fakes
  const again = await fake!.client.rpc('submit_payment', payment(fake!, randomUUID(), line(category, labels[5]!)))
  expect(again.error?.message).toBe('not_signed_in')
  const renewed = await fake!.client.auth.refreshSession()
  expect(renewed.error).not.toBeNull()
  const signedIn = await fake!.client.auth.signInWithPassword({ email: fake!.email, password: fake!.password })
  expect(signedIn.error).not.toBeNull()
  await answer(admin.client, 'reopen_account', { p_user_id: fake!.id })
  const back = await fake!.client.auth.signInWithPassword({ email: fake!.email, password: fake!.password })
  expect(back.error).toBeNull()
})
