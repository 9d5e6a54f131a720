import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

const ROUNDS = 8

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(6)
})
afterAll(() => shop?.stop())

const paid = async (admin: string, refundId: string, utr: string, upiId: string) =>
  shop.call<string>(admin, (tx) => tx`select (public.mark_refunded(${refundId}, ${utr}, ${upiId})).utr as answer`)

async function customerWithId(name: string): Promise<string> {
  const id = await shop.customer(name)
  await shop.sql`update public.profiles set refund_upi_id = ${`${name}@bank`} where id = ${id}`
  return id
}

async function submitted(customer: string, category: string, seat: string, reference: string): Promise<string> {
  const answer = await shop.submit(customer, randomUUID(), reference, [{ ticket_category_id: category, seats: [seat] }])
  if (!('answer' in answer)) throw new Error(answer.refusal.code)
  return answer.answer.payment_id
}

it('money of one reference is either refunded or buys a ticket', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const event = await shop.event()
  const category = await shop.category(event, 100)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const customer = await customerWithId(`asha${round}`)
    const reference = String(700_000_000_000 + round)
    const rejected = await submitted(customer, category, `A${round}`, reference)
    await shop.review(first, rejected, 'rejected')
    const again = await submitted(customer, category, `B${round}`, reference)
    const started = await shop.call<string>(
      first,
      (tx) => tx`select (public.start_refund(${rejected}, null, null, 'Paid twice')).id as answer`,
    )
    if (!('answer' in started)) throw new Error(started.refusal.code)
    const utr = String(800_000_000_000 + round)
    const [back, bought] = await Promise.all([
      paid(first, started.answer, utr, `asha${round}@bank`),
      shop.review(second, again, 'approved'),
    ])
    expect([back, bought].filter((one) => 'answer' in one)).toHaveLength(1)
    const [sums] = await shop.sql<{ back: number; bought: number }[]>`
      select (select count(*)::integer from public.refunds where payment_id = ${rejected} and status = 'refunded') as back,
        (select count(*)::integer from public.user_tickets where payment_id = ${again}) as bought`
    expect(sums!.back + sums!.bought).toBe(1)
  }
})

it('one of two admins who record the same refund is refused, and one transfer pays one customer', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const event = await shop.event()
  const category = await shop.category(event, 100)
  const refunds: string[] = []
  for (const name of ['ravi', 'meera']) {
    const customer = await customerWithId(name)
    const payment = await submitted(
      customer,
      category,
      name === 'ravi' ? 'A1' : 'A2',
      name === 'ravi' ? '711111111112' : '711111111113',
    )
    await shop.review(first, payment, 'approved')
  }
  await shop.call(first, (tx) => tx`select public.cancel_event(${event}, 'Rain')::text as answer`)
  for (const upiId of ['ravi@bank', 'meera@bank']) {
    const [row] = await shop.sql<{ id: string }[]>`select id from public.refunds where upi_id = ${upiId}`
    refunds.push(row!.id)
  }
  const twice = await Promise.all([
    paid(first, refunds[0]!, '811111111111', 'ravi@bank'),
    paid(second, refunds[0]!, '811111111112', 'ravi@bank'),
  ])
  expect(twice.filter((one) => 'answer' in one)).toHaveLength(1)
  expect(twice.find((one) => 'refusal' in one)).toMatchObject({ refusal: { code: 'already_decided' } })
  const used = 'answer' in twice[0] ? '811111111111' : '811111111112'
  expect(await paid(second, refunds[1]!, used, 'meera@bank')).toMatchObject({ refusal: { code: 'transaction_used' } })
})
