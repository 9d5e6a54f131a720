import { expect, test } from 'vitest'
import { figuresOf, offerWords, wishWords } from './waiting-lists.tsx'

test('a wish says whether its seats must be side by side', () => {
  expect(wishWords({ seats: 1, together: true })).toBe('1 seat')
  expect(wishWords({ seats: 2, together: true })).toBe('2 side by side')
  expect(wishWords({ seats: 3, together: false })).toBe('3, also apart')
})

test('an offer says until when, or that its payment is in review', () => {
  const offer = { orderCode: 'MF7K2QX4MD', isSubmitted: false, seats: ['A1'], until: '2026-12-05T14:00:00.000Z' }
  expect(offerWords(offer)).toBe('Order MF7K2QX4MD, until Sat 5 Dec 2026, 7:30 pm')
  expect(offerWords({ ...offer, isSubmitted: true })).toBe('Order MF7K2QX4MD, payment in review')
})

test('figures without anything are left out, apart from those of the list', () => {
  const list = {
    ticketCategoryId: 'gold',
    category: 'Gold',
    people: 0,
    seats: 0,
    bought: 0,
    offers: 0,
    submitted: 0,
    returns: 2,
    buying: 0,
    returnsSold: 0,
    waits: [],
  }
  expect(figuresOf(list)).toEqual([
    { label: 'People waiting', value: 0 },
    { label: 'Seats wanted', value: 0 },
    { label: 'Given back, unsold', value: 2 },
  ])
})
