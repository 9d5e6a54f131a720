import { expect, test } from 'vitest'
import { shiftLeft, shiftWords } from './proofs-route.tsx'

test('a shift is over at its end, also on a page that has not looked again', () => {
  const until = '2026-12-05T17:30:00.000Z'
  expect(shiftLeft(until, Date.parse(until) - 1)).toBe(until)
  expect(shiftLeft(until, Date.parse(until))).toBeNull()
  expect(shiftWords(until)).toBe('An admin is on shift until 11:00 pm')
  expect(shiftWords(null)).toBe('No one is on shift')
})
