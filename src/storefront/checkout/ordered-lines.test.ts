import { describe, expect, it } from 'vitest'
import { plainLine } from '../../../tests/support/plain-rows.ts'
import type { OpenedCode } from '#shop/codes/code.ts'
import type { OrderedLine } from '#shop/orders/order.ts'
import { priceOf, seenPrice } from './ordered-lines.ts'

const line = (more: Partial<OrderedLine> = {}): OrderedLine => ({
  ticketCategoryId: 'floor',
  seats: ['1', '2'],
  eventId: 'e1',
  eventName: 'Meher Qazi - Mumbai',
  categoryName: 'Floor',
  date: '2027-01-04T14:00:00Z',
  venue: 'Saptak Hall',
  unitPrice: 40_000,
  ...plainLine,
  ...more,
})
const students = line({ ticketCategoryId: 'students', seats: ['1'], unitPrice: 0, free: true })
const half: OpenedCode = {
  id: 'c1',
  code: 'HALFOFF1',
  eventId: 'e1',
  percent: 50,
  amount: null,
  categoryIds: null,
  until: null,
  categories: [],
  links: [],
}

describe('the price before the hold', () => {
  it('has no fee for tickets of a free category', () => {
    expect(seenPrice([students], null)).toBe(0)
    expect(seenPrice([line(), students], null)).toBe(100_400)
    expect(priceOf([line(), students], null)).toMatchObject({ total: 100_400, fee: 6000, feeSeats: 2 })
  })

  it('is lowered by the code that the hold is asked with', () => {
    expect(priceOf([line()], null).total).toBe(100_400)
    expect(priceOf([line()], null, half).total).toBe(53_200)
    expect(seenPrice([line()], null, half)).toBe(53_200)
  })

  it('has no fee when the code brings the order to nothing', () => {
    expect(priceOf([line()], null, { ...half, percent: 100 }).total).toBe(0)
  })
})
