import { expect, it } from 'vitest'
import { isAppleTouch, isComputer } from './ways-to-pay.tsx'

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, false],
])('a device without a chooser for UPI apps: %s', (_, userAgent, maxTouchPoints, apple) =>
  expect(isAppleTouch({ userAgent, maxTouchPoints })).toBe(apple),
)

it.each([
  ['a desktop with a mouse', 0, true, true],
  ['a phone', 5, false, false],
  ['a phone with a mouse', 5, true, false],
  ['a laptop that can be touched', 10, true, false],
  ['a phone that counts no fingers', 0, false, false],
])('a computer, on which no UPI app opens: %s', (_, maxTouchPoints, mouse, computer) =>
  expect(isComputer({ maxTouchPoints }, () => mouse)).toBe(computer),
)
