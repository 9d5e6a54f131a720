import { expect, it } from 'vitest'
import { isAppleTouch } from './save-file.ts'

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, false],
])('a device without a chooser for UPI apps: %s', (_, userAgent, maxTouchPoints, apple) =>
  expect(isAppleTouch({ userAgent, maxTouchPoints })).toBe(apple),
)
