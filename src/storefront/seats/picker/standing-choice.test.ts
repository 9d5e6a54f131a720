import { expect, it } from 'vitest'
import { mostStanding, placesLeft, readPeople, stepPeople, whyNotStanding } from './standing-choice.ts'

const room = { most: 10, inCart: 0, left: 480 }

it.each([
  [room, 10],
  [{ ...room, inCart: 4 }, 6],
  [{ ...room, left: 3 }, 3],
  [{ ...room, left: 3, inCart: 2 }, 1],
  [{ ...room, left: 0 }, 0],
  [{ ...room, left: 2, inCart: 4 }, 0],
])('of %j at most %i people can be added', (rooms, most) => {
  expect(mostStanding(rooms)).toBe(most)
})

it('counts places by the catalogue, less those that the server knows to be held', () => {
  expect(placesLeft(480, null)).toBe(480)
  expect(placesLeft(480, { free: null, mine: [] })).toBe(480)
  expect(placesLeft(480, { free: 100, mine: [] })).toBe(480)
  expect(placesLeft(480, { free: 3, mine: ['17'] })).toBe(4)
  expect(placesLeft(2, { free: 3, mine: [] })).toBe(2)
})

it('reads whole numbers of people only', () => {
  expect(['1', ' 12 ', '', '0', '2.5', 'two', '-1', '1234567'].map(readPeople)).toEqual([
    1,
    12,
    ...Array.from({ length: 6 }, () => null),
  ])
})

it('says why a number cannot be added', () => {
  expect(whyNotStanding(10, room)).toBeNull()
  expect(whyNotStanding(11, room)).toBe('limit')
  expect(whyNotStanding(4, { ...room, left: 3 })).toBe('left')
  expect(whyNotStanding(20, { ...room, left: 3 })).toBe('left')
  expect(whyNotStanding(7, { ...room, inCart: 4 })).toBe('limit')
  expect(whyNotStanding(2, { ...room, left: 3, inCart: 2 })).toBe('left')
  expect(whyNotStanding(null, room)).toBe('number')
})

it('steps within what may be added', () => {
  expect(stepPeople('1', 1, room)).toBe(2)
  expect(stepPeople('1', -1, room)).toBe(1)
  expect(stepPeople('10', 1, room)).toBe(10)
  expect(stepPeople('25', -1, room)).toBe(10)
  expect(stepPeople('2', 1, { ...room, left: 2 })).toBe(2)
  expect(stepPeople('', 1, room)).toBe(1)
})
