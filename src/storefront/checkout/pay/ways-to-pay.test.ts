import { expect, it } from 'vitest'
import { isComputer } from './ways-to-pay.tsx'

it.each([
  ['a desktop with a mouse', 0, true, true],
  ['a phone', 5, false, false],
  ['a phone with a mouse', 5, true, false],
  ['a laptop that can be touched', 10, true, false],
  ['a phone that counts no fingers', 0, false, false],
])('a computer, on which no UPI app opens: %s', (_, maxTouchPoints, mouse, computer) =>
  expect(isComputer({ maxTouchPoints }, () => mouse)).toBe(computer),
)
