import { expect, it } from 'vitest'
import { orderedLine, openedCode } from '../../../tests/support/concerts/plain-rows.ts'
import { priceOf, seenPrice } from './ordered-lines.ts'

const floor = orderedLine({ ticketCategoryId: 'floor', seats: ['1', '2'], unitPrice: 40_000 })
const students = orderedLine({ ticketCategoryId: 'students', seats: ['1'], unitPrice: 0, free: true })
const half = openedCode({ percent: 50 })

it('the price before the hold has no fee for tickets of a free category', () => {
  expect(seenPrice([students], null)).toBe(0)
  expect(seenPrice([floor, students], null)).toBe(100_400)
  expect(priceOf([floor, students], null)).toMatchObject({ total: 100_400, fee: 6000, feeSeats: 2 })
})

it('the price before the hold is lowered by the code that the hold is asked with', () => {
  expect(priceOf([floor], null).total).toBe(100_400)
  expect(priceOf([floor], null, half).total).toBe(53_200)
  expect(seenPrice([floor], null, half)).toBe(53_200)
})
