import { expect, it } from 'vitest'
import { compareSeats } from './seat-map.ts'
import { sqlLines } from './seats.api.ts'
import { countedAgain, isStanding, isStandingPlace, standingPlaces } from './standing.ts'

it('knows a standing place by its digits', () => {
  expect(['1', '17', '100000'].every(isStandingPlace)).toBe(true)
  expect(['', '0', '017', 'A1', '1-A1', '17a', '1000000', ' 1'].some(isStandingPlace)).toBe(false)
  expect(isStanding(['17', '18'])).toBe(true)
  expect(isStanding(['17', 'A1'])).toBe(false)
  expect(isStanding([])).toBe(false)
})

it('counts the people of a line from 1', () => {
  expect(standingPlaces(3)).toEqual(['1', '2', '3'])
  expect(standingPlaces(-1)).toEqual([])
  expect(countedAgain(['17', '33'])).toEqual(['1', '2'])
  expect(countedAgain(['B2', 'A1'])).toEqual(['B2', 'A1'])
})

it('sorts as the database does: as numbers, before seats', () => {
  const sorted = ['3', '20', '100', '99999', '100000', 'A2', 'A10', 'B1', 'BALC-A1']
  expect(sorted.toReversed().sort(compareSeats)).toEqual(sorted)
})

it('asks the database for a number of standing places, and for seats by name', () => {
  expect(
    sqlLines([
      { ticketCategoryId: 'floor', seats: ['1', '2'] },
      { ticketCategoryId: 'gold', seats: ['A1'] },
    ]),
  ).toEqual([
    { ticket_category_id: 'floor', count: 2 },
    { ticket_category_id: 'gold', seats: ['A1'] },
  ])
})
