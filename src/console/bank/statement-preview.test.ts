import { expect, test } from 'vitest'
import { whyUnreadable } from './statement-preview.tsx'

test('shows the sum for a balance that does not add up', () => {
  const line = { row: 3, text: '', why: 'balance', before: 150000, balance: 10000 } as const
  expect(whyUnreadable({ ...line, moved: 5000000 })).toBe('₹1,500.00 plus ₹50,000.00 is not its balance of ₹100.00.')
  expect(whyUnreadable({ ...line, moved: -20000 })).toBe('₹1,500.00 minus ₹200.00 is not its balance of ₹100.00.')
})

test('quotes what a row has', () => {
  const line = { row: 3, text: '' }
  expect(whyUnreadable({ ...line, why: 'state', said: 'ON_HOLD' })).toBe('Its status “ON_HOLD” is not known.')
  expect(whyUnreadable({ ...line, why: 'state', said: '' })).toBe('It has no status.')
  expect(whyUnreadable({ ...line, why: 'currency', said: 'USD' })).toBe('It is not in rupees: “USD”.')
})
