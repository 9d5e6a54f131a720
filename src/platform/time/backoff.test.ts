import { expect, it } from 'vitest'
import { backoff, MAX_BACKOFF_MS } from './backoff.ts'

it('doubles from a second to a minute, and is at least half of that', () => {
  expect([1, 2, 3, 6, 7, 8, 100, 10_000].map((attempts) => backoff(attempts, () => 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000, 60_000,
  ])
  expect([1, 7].map((attempts) => backoff(attempts, () => 0))).toEqual([500, MAX_BACKOFF_MS / 2])
})

it('is random in the upper half', () => {
  const waits = new Set(Array.from({ length: 50 }, () => backoff(5)))
  expect(waits.size).toBeGreaterThan(10)
})
