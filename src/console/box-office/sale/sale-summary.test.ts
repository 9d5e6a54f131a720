import { expect, it } from 'vitest'
import { plainCategory } from '../../../../tests/support/concerts/plain-rows.ts'
import type { DoorCategory } from '#shop/box-office/box-office.api.ts'
import { lineWords, lostWords, refusalWords } from './sale-summary.tsx'

const floor: DoorCategory = { id: 'floor', name: 'Floor', price: 600_00, state: null, left: 3, seats: null }
const gold: DoorCategory = {
  ...{ id: 'gold', name: 'Gold', price: 900_00, state: null, left: 20 },
  seats: {
    ...{ id: 'gold', eventId: 'e1', name: 'Gold', price: 900_00, totalTickets: 20, ticketsSold: 0, gridColumns: null },
    ...plainCategory,
    layout: { id: 'l1', name: 'Hall', stage: 'top', sections: [{ code: 'BALC', name: 'Balcony', rows: [] }] },
  },
}

it('names seats by their section, standing places by their number', () => {
  expect(lineWords({ ticketCategoryId: 'gold', seats: ['BALC-A1', 'BALC-A2'] }, gold)).toBe('Balcony A1, A2')
  expect(lineWords({ ticketCategoryId: 'floor', seats: ['1', '2'] }, floor)).toBe('Standing, 2 people')
})

it('says what others took meanwhile', () => {
  expect(lostWords({ ticketCategoryId: 'gold', seats: ['BALC-A1'] }, gold)).toMatch(
    /^Someone else has just taken Balcony A1/,
  )
  expect(lostWords({ ticketCategoryId: 'floor', seats: ['1', '2'] }, floor)).toMatch(/^Others took 2 places meanwhile/)
})

it('says why a press changed nothing', () => {
  expect(refusalWords({ categoryId: 'floor', kind: 'left', left: 3 }, floor, 10)).toBe('Only 3 left.')
  expect(refusalWords({ categoryId: 'gold', kind: 'sold', seat: 'BALC-A1' }, gold, 10)).toBe('Balcony A1 is not free.')
  expect(refusalWords({ categoryId: 'gold', kind: 'none-together', n: 4, most: 2 }, gold, 10)).toContain('at most 2')
  expect(refusalWords({ categoryId: 'gold', kind: 'limit' }, gold, 10)).toContain('at most 10')
})
