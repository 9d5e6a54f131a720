import { expect, test } from 'vitest'
import type { OrderedLine } from '#shop/orders/order.ts'
import { seenPrice } from './ordered-lines.ts'

const line = (ticketCategoryId: string, unitPrice: number, part: Partial<OrderedLine> = {}) =>
  ({ ticketCategoryId, unitPrice, seats: ['A1'], ...part }) as OrderedLine

test('a free line beside a paid one has no fee in the price that was seen', () => {
  const paid = line('paid', 60_000)
  expect(seenPrice([paid, line('free', 0, { free: true })], null)).toBe(seenPrice([paid], null))
  expect(seenPrice([line('free', 0, { free: true })], null)).toBe(0)
})
