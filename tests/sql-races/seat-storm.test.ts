import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsInSnapshot } from '../storm/sale-books.ts'
import { gridSeat, openSaleDatabase, type Line, type SaleDatabase } from './sale-database.ts'

const CUSTOMERS = 50
const SEATS = 200

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase()
})
afterAll(async () => {
  await shop?.stop()
})

it('sells no seat twice when fifty customers want ten seats', async () => {
  const event = await shop.event()
  const category = await shop.category(event, SEATS)
  const admin = await shop.admin()
  const ten = Array.from({ length: 10 }, (_, index) => gridSeat(index))
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => shop.customer(`customer ${n}`)))
  const payments: string[] = []
  const won = await Promise.all(
    customers.map(async (customer, n) => {
      const order = randomUUID()
      const lines: Line[] = [{ ticket_category_id: category, seats: ten }]
      const held = await shop.hold(customer, order, lines)
      if ('refusal' in held) {
        expect(held.refusal.code).toBe('seats_taken')
        expect(JSON.parse(held.refusal.detail)).toEqual(lines)
        return false
      }
      const sent = await shop.submit(customer, order, `4000000000${String(n).padStart(2, '0')}`, lines)
      if ('answer' in sent) payments.push(sent.answer.payment_id)
      return true
    }),
  )
  expect(won.filter(Boolean), 'one of them holds all ten').toHaveLength(1)
  expect(payments).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => shop.review(admin, payments[0]!, 'approved')))
  const [sold] = await shop.sql`select tickets_sold from public.ticket_categories where id = ${category}`
  expect(sold!.tickets_sold).toBe(10)
  expect(await faultsInSnapshot(shop.sql)).toEqual([])
})
