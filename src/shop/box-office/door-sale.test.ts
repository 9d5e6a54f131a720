import { expect, it } from 'vitest'
import { doorSale } from '../../../tests/support/concerts/door-sales.ts'
import { missingIn, parseSale, seatsIn, ticketsIn, withLine } from './door-sale.ts'

const floor = { ticketCategoryId: 'floor', seats: ['1', '2'] }
const gold = { ticketCategoryId: 'gold', seats: ['A1'] }

it('keeps one line for each category, in the order in which they were begun', () => {
  expect(withLine([], 'floor', ['1', '2'])).toEqual([floor])
  expect(withLine([floor, gold], 'floor', ['1'])).toEqual([{ ...floor, seats: ['1'] }, gold])
  expect(withLine([floor, gold], 'floor', [])).toEqual([gold])
  expect(withLine([gold], 'floor', [])).toEqual([gold])
  expect(seatsIn([floor, gold], 'gold')).toEqual(['A1'])
  expect(seatsIn([floor], 'gold')).toEqual([])
  expect(ticketsIn([floor, gold])).toBe(3)
})

it('says what is missing before the press', () => {
  const sale = { lines: [floor], method: 'cash', total: 120_000, reason: '', phone: '', given: null } as const
  expect(missingIn(sale)).toBeNull()
  expect(missingIn({ ...sale, lines: [] })).toBe('tickets')
  expect(missingIn({ ...sale, total: null })).toBe('price')
  expect(missingIn({ ...sale, given: 119_999 })).toBe('given')
  expect(missingIn({ ...sale, given: 'wrong' })).toBe('given')
  expect(missingIn({ ...sale, given: 150_000 })).toBeNull()
  expect(missingIn({ ...sale, phone: '98200 12345' })).toBeNull()
  expect(missingIn({ ...sale, phone: 'her office' })).toBe('phone')
  // A sum typed before the method was changed does not stop a card.
  expect(missingIn({ ...sale, method: 'card', given: 'wrong' })).toBeNull()
  expect(missingIn({ ...sale, method: 'complimentary', total: 0 })).toBe('reason')
  expect(missingIn({ ...sale, method: 'complimentary', total: 0, reason: 'Press' })).toBeNull()
})

it('reads a sale whose answer was lost, and nothing else', () => {
  const sale = doorSale({ lines: [floor], method: 'cash', total: 120_000 })
  expect(parseSale(JSON.stringify(sale))).toEqual(sale)
  for (const text of [null, '', 'nonsense', '{}', '[]', JSON.stringify({ ...sale, method: 'gold' })])
    expect(parseSale(text)).toBeNull()
})
