import { expect, test } from 'vitest'
import { isOld } from './live.ts'

test('figures are old when several answers are missing', () => {
  expect([0, 9_999, 10_000].map((age) => isOld(1_000, 1_000 + age))).toEqual([false, false, true])
})
