import { expect, test } from 'vitest'
import { guestsText, partText, sinceText } from './settlement-words.ts'

const none = { tickets: 0, back: 0, total: 0, refunded: 0, owed: 0, net: 0 }

test('says what changed after it was closed, and nothing for figures that are the same', () => {
  expect(sinceText({ since: null })).toBeNull()
  expect(sinceText({ since: { ...none, back: 1, refunded: 118_000, owed: -118_000 } })).toBe(
    '1 ticket more taken back, refunded ₹1,180.00 more, owed to customers ₹1,180.00 less',
  )
  expect(sinceText({ since: { ...none, tickets: 2, net: 200_000 } })).toBe(
    '2 tickets more sold, net ticket sales ₹2,000.00 more',
  )
})

test('counts the tickets that cost nothing', () => {
  const given = (method: string, tickets: number) => ({ method, tickets }) as never
  expect(guestsText({ methods: [given('upi', 4)] })).toBeNull()
  expect(guestsText({ methods: [given('complimentary', 1)] })).toBe('1 complimentary ticket')
  expect(guestsText({ methods: [given('complimentary', 1), given('free', 5)] })).toBe(
    '1 complimentary and 5 free tickets',
  )
})

test('names shares and costs in the history', () => {
  expect(partText({ name: 'Artist', percent: 70, of: 'after_costs' })).toBe(
    'Artist: 70 % of net ticket sales less the costs',
  )
  expect(partText({ name: 'Venue', amount: 250.5 })).toBe('Venue: ₹250.50')
  expect(partText({ label: 'Posters', amount: 300 })).toBe('Posters: ₹300.00')
})
