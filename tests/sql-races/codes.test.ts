import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, type Refusal, type SaleDatabase } from './sale-database.ts'

/** One run of a race proves little. */
const RUNS = 6
const CUSTOMERS = 20
const USES = 5
/** Places of a phase by number. */
const AT_THE_PRICE = 15

let shop: SaleDatabase
let event: string
let category: string

beforeAll(async () => {
  shop = await openSaleDatabase()
})
afterAll(async () => {
  await shop?.stop()
})
beforeEach(async () => {
  event = await shop.event()
  category = await shop.category(event, 400)
})

const codes = (answers: ({ answer: unknown } | { refusal: Refusal })[]): string[] =>
  answers.map((one) => ('answer' in one ? 'ok' : one.refusal.code)).sort()

async function newCode(bounds: { total: number | null; each: number | null }): Promise<string> {
  const code = randomUUID().replaceAll('-', '').toUpperCase()
  await shop.sql`insert into public.discount_codes (code, event_id, percent, uses_total, uses_per_person)
    values (${code}, ${event}, 20, ${bounds.total}, ${bounds.each})`
  return code
}

const opens = (customer: string, code: string) =>
  shop.call(customer, (tx) => tx`select public.check_code(${code}, ${event}) as answer`)

const holds = (customer: string, code: string, seat: string) => {
  const lines = [{ ticket_category_id: category, seats: [seat] }]
  return shop.call(
    customer,
    (tx) => tx`select public.hold_seats(${randomUUID()}, ${tx.json(lines)}, ${code}) as answer`,
  )
}

describe('codes under many hands', () => {
  it('a code for five orders is used by five, whoever comes at once', async () => {
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => shop.customer(`customer ${n}`)))
    for (let run = 0; run < RUNS; run += 1) {
      const code = await newCode({ total: USES, each: null })
      await Promise.all(customers.map((customer) => opens(customer, code)))
      const seat = (n: number): string => gridSeat((run * CUSTOMERS + n) % 400)
      const answers = await Promise.all(customers.map((customer, n) => holds(customer, code, seat(n))))
      expect(codes(answers)).toEqual([
        ...Array<string>(CUSTOMERS - USES).fill('code_used_up'),
        ...Array<string>(USES).fill('ok'),
      ])
    }
    expect(shop.retries()).toBe(0)
  })

  it('a code for one order a person is used once from two tabs', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const customer = await shop.customer('asha')
      const code = await newCode({ total: null, each: 1 })
      await opens(customer, code)
      const answers = await Promise.all([
        holds(customer, code, gridSeat(2 * run)),
        holds(customer, code, gridSeat(2 * run + 1)),
      ])
      expect(codes(answers)).toEqual(['code_used_up', 'ok'])
    }
  })

  it('guesses from many tabs are counted one by one', async () => {
    const customer = await shop.customer('guess')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => opens(customer, `WRONG${n}`)))
    expect(codes(answers).filter((code) => code === 'ok')).toHaveLength(10)
  })
})

it('of forty customers at once, exactly as many as the phase has get its price', async () => {
  const categories = [category, await shop.category(event, 200)]
  const phases = [{ name: 'Early bird', price: 500, until: null, until_sold: AT_THE_PRICE }]
  await shop.sql`update public.ticket_categories set phases = ${shop.sql.json(phases)} where id = any (${categories})`
  const customers = await Promise.all(Array.from({ length: 40 }, (_, n) => shop.customer(`customer ${n}`)))
  const before = shop.retries()
  // Half of them ask for the two categories in the other order.
  const orders = await Promise.all(
    customers.map((customer, n) =>
      shop.hold(
        customer,
        randomUUID(),
        (n % 2 ? categories : [...categories].reverse()).map((id) => ({
          ticket_category_id: id,
          seats: [gridSeat(n)],
        })),
      ),
    ),
  )
  expect(orders.filter((one) => 'refusal' in one)).toEqual([])
  const prices = await shop.sql<{ early: number }[]>`
    select (count(*) filter (where unit_price = 500))::integer as early
    from private.order_prices where ticket_category_id = any (${categories}) group by ticket_category_id`
  expect(prices.map(({ early }) => early)).toEqual([AT_THE_PRICE, AT_THE_PRICE])
  expect(shop.retries() - before).toBe(0)
})
