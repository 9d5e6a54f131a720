import { expect, test } from 'vitest'
import { holdsByMinute, isOld } from './live.ts'

test('sums the holds of each minute, oldest first', () => {
  const at = (time: string) => `2026-12-05T${time}Z`
  expect(
    holdsByMinute([
      { at: at('04:30:40'), count: 3 },
      { at: at('04:30:50'), count: 4 },
      { at: at('04:31:00'), count: 0 },
      { at: at('04:31:10'), count: 5 },
    ]),
  ).toEqual([
    { at: Date.parse(at('04:30:00')), count: 7 },
    { at: Date.parse(at('04:31:00')), count: 5 },
  ])
  expect(holdsByMinute([])).toEqual([])
})

test('figures are old when several answers are missing', () => {
  expect([0, 9_999, 10_000].map((age) => isOld(1_000, 1_000 + age))).toEqual([false, false, true])
})
