import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, type SaleDatabase } from './sale-database.ts'

const WRITERS = 16
const PAYMENTS = 96
const NUMBERS = 1600

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(WRITERS)
})
afterAll(() => shop?.stop())

/** Runs `work` for each, by as many writers at once, and returns how many a second. */
async function atOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const left = [...all]
  const began = performance.now()
  const writer = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return Math.round(all.length / ((performance.now() - began) / 1000))
}

const series = (family: string) => shop.sql<{ number: string; running: number }[]>`
  select number, running from public.papers where number like ${`${family}/%`} order by running`

it('sixteen writers at once: no number is missing and none is there twice, also when some fail at the last moment', async () => {
  const admin = await shop.admin()
  const payments: string[] = []
  const category = await shop.category(await shop.event(), 100)
  for (let n = 0; n < PAYMENTS; n += 1) {
    const answer = await shop.submit(await shop.customer('asha'), randomUUID(), String(600_000_000_000 + n), [
      { ticket_category_id: category, seats: [gridSeat(n)] },
    ])
    if (!('answer' in answer)) throw new Error(answer.refusal.code)
    payments.push(answer.answer.payment_id)
  }

  // Its number is taken, and the transaction is lost: as a server that dies before it commits.
  const dies = (payment: string) =>
    shop.sql
      .begin(async (tx) => {
        await tx`select private.lock_payments(array[${payment}::uuid])`
        await tx`select private.decide_payment(${payment}, 'approved', null, ${admin})`
        await tx`set constraints all immediate`
        const [taken] = await tx`select number from public.papers where payment_id = ${payment}`
        expect(taken).toBeDefined()
        throw new Error('The server died.')
      })
      .catch((error: Error) => expect(error.message).toBe('The server died.'))
  const approved = await atOnce(payments, async (payment) => {
    if (payments.indexOf(payment) % 5 === 0) await dies(payment)
    await shop.review(admin, payment, 'approved')
  })
  console.log(`${WRITERS} writers: ${approved} invoices a second`)
  const invoices = await series('MF')
  expect(invoices.map(({ running }) => running)).toEqual(payments.map((_, at) => at + 1))
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(PAYMENTS)

  const tickets = await shop.sql<{ id: string; payment_id: string }[]>`select id, payment_id from public.user_tickets`
  const noted = await atOnce(tickets, async ({ id, payment_id }) => {
    const back = await shop.call(
      admin,
      (tx) => tx`
        select (public.mark_refunded((public.start_refund(${payment_id}, ${id}, null, 'Ill')).id, null, null, false, null, 'other',
          'By cheque')).status as answer`,
    )
    expect(back).toEqual({ answer: 'refunded' })
  })
  console.log(`${WRITERS} writers: ${noted} credit notes a second`)
  expect((await series('CN')).map(({ running }) => running)).toEqual(payments.map((_, at) => at + 1))
})

it('a series gives each number once, at the speed of its commits', async () => {
  const taken: string[] = []
  const given = await atOnce(
    Array.from({ length: NUMBERS }, (_, n) => n),
    (n) =>
      shop.sql
        .begin(async (tx) => {
          const [row] = await tx`select number from private.next_number('27AAPFU0939F1ZV', 'MF', clock_timestamp())`
          if (n % 10 === 0) throw new Error('The server died.')
          return String(row?.['number'])
        })
        .then(
          (number) => taken.push(number),
          (error: Error) => expect(error.message).toBe('The server died.'),
        ),
  )
  console.log(`${WRITERS} writers: ${given} numbers a second`)
  expect(new Set(taken).size).toBe(NUMBERS * 0.9)
  expect(taken.map((number) => Number(number.slice(-6))).sort((a, b) => a - b)).toEqual(taken.map((_, at) => at + 1))
})
