import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, type SaleDatabase } from './sale-database.ts'

/** One run of a race proves little. */
const RUNS = 12

let shop: SaleDatabase
let admin: string
let other: string
let event: string
let category: string
let reference = 700_000_000_000

beforeAll(async () => {
  shop = await openSaleDatabase()
  admin = await shop.admin()
  other = await shop.admin()
})
afterAll(async () => {
  await shop?.stop()
})
beforeEach(async () => {
  event = await shop.event()
  category = await shop.category(event, 200)
})

const nextReference = (): string => String((reference += 1))
const runs = Array.from({ length: RUNS }, (_, run) => run)

async function submitted(customer: string, seat: string, own: string, sent = nextReference()): Promise<string> {
  const answer = await shop.submit(customer, randomUUID(), sent, [{ ticket_category_id: own, seats: [seat] }])
  if ('refusal' in answer) throw new Error(answer.refusal.code)
  return answer.answer.payment_id
}

async function approveAll(by: string, payments: string[]): Promise<{ payment_id: string; ok: boolean }[]> {
  const said = await shop.call<{ payment_id: string; ok: boolean }[]>(
    by,
    (tx) => tx`select public.review_payments(${payments}) as answer`,
  )
  if ('refusal' in said) throw new Error(said.refusal.code)
  return said.answer
}

describe('two approvals of many payments at once', () => {
  it('approve the same payments in opposite orders while customers buy, without a deadlock', async () => {
    const before = shop.retries()
    for (const run of runs) {
      const customers = await Promise.all([0, 1, 2, 3, 4].map((n) => shop.customer(`customer ${n}`)))
      const payments = await Promise.all(
        customers.map((customer, n) => submitted(customer, gridSeat(run * 5 + n), category)),
      )
      const [forwards, backwards] = await Promise.all([
        approveAll(admin, payments),
        approveAll(other, [...payments].reverse()),
        ...customers.map((customer, n) =>
          shop.hold(customer, randomUUID(), [
            {
              ticket_category_id: category,
              seats: [gridSeat(100 + run * 5 + ((n + 1) % 5)), gridSeat(100 + run * 5 + n)],
            },
          ]),
        ),
      ])
      expect([...forwards, ...backwards].map((one) => one.ok)).toEqual(Array.from({ length: 10 }, () => true))
    }
    expect(shop.retries() - before).toBe(0)
  })

  it('approve a reference of two customers once, without a deadlock', async () => {
    const elsewhere = await shop.category(await shop.event(), 200)
    const before = shop.retries()
    for (const run of runs) {
      const [asha, bela] = [await shop.customer('asha'), await shop.customer('bela')]
      const sent = [0, 1, 2, 3, 4].map(nextReference)
      const here = await Promise.all(sent.map((one, n) => submitted(asha, gridSeat(run * 5 + n), category, one)))
      const away = await Promise.all(sent.map((one, n) => submitted(bela, gridSeat(run * 5 + n), elsewhere, one)))
      const [forwards, backwards] = await Promise.all([approveAll(admin, here), approveAll(other, [...away].reverse())])
      expect(forwards.map((one) => one.payment_id)).toEqual(here)
      expect(backwards.map((one) => one.payment_id)).toEqual([...away].reverse())
      const outcomes = sent.map((_, n) => [forwards[n]!, backwards[4 - n]!].map((one) => one.ok).sort())
      expect(outcomes).toEqual(sent.map(() => [false, true]))
    }
    expect(shop.retries() - before).toBe(0)
  })

  it('approve the first tickets of the same events in opposite orders, without a deadlock', async () => {
    const before = shop.retries()
    for (const _ of runs) {
      const events = await Promise.all([0, 1, 2, 3].map(() => shop.event()))
      // Own categories for each approval, since those are locked in order first.
      const payments = async (): Promise<string[]> => {
        const categories = await Promise.all(events.map((one) => shop.category(one, 20)))
        return Promise.all(categories.map(async (own) => submitted(await shop.customer('asha'), 'A1', own)))
      }
      const [first, second] = [await payments(), (await payments()).reverse()]
      const answers = await Promise.all([approveAll(admin, first), approveAll(other, second)])
      expect(answers.flat().every((one) => one.ok)).toBe(true)
    }
    expect(shop.retries() - before).toBe(0)
  })
})
