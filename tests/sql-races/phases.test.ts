import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, type SaleDatabase } from './sale-database.ts'

const CUSTOMERS = 40
const AT_THE_PRICE = 15

let shop: SaleDatabase
beforeAll(async () => {
  shop = await openSaleDatabase()
})
afterAll(async () => {
  await shop?.stop()
})

it('of forty customers at once, exactly as many as the phase has get its price', async () => {
  const event = await shop.event()
  const categories = [await shop.category(event, 200), await shop.category(event, 200)]
  const phases = [{ name: 'Early bird', price: 500, until: null, until_sold: AT_THE_PRICE }]
  await shop.sql`update public.ticket_categories set phases = ${shop.sql.json(phases)} where id = any (${categories})`
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => shop.customer(`customer ${n}`)))
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
  const prices = await shop.sql<{ category: string; early: number }[]>`
    select ticket_category_id as category, (count(*) filter (where unit_price = 500))::integer as early
    from private.order_prices group by 1`
  expect(prices.map(({ early }) => early)).toEqual([AT_THE_PRICE, AT_THE_PRICE])
  expect(shop.retries() - before).toBe(0)
})
