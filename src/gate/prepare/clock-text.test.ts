import { expect, it } from 'vitest'
import { clockText } from './clock-text.ts'

it.each([
  [12 * 60_000, 'This device’s clock is 12 min behind.'],
  [-90_000, 'This device’s clock is 90 s ahead.'],
  [5 * 3_600_000, 'This device’s clock is 5 h behind.'],
  [-3 * 86_400_000, 'This device’s clock is 3 days ahead.'],
])('words amount and direction of %i ms', (offset, words) => {
  expect(clockText(offset)).toContain(words)
})
