import { expect, test } from 'vitest'
import type { Sales } from '#shop/dashboard/dashboard.api.ts'
import { salesCurves, salesText } from './sales.tsx'

const of = (days: Record<number, number>, capacity = 200): Sales => ({
  ...{ singerName: 'Meher Qazi', city: 'Pune', date: '2026-11-10T13:30:00Z', capacity },
  days: new Map(Object.entries(days).map(([day, sold]) => [Number(day), sold])),
})

test('sums what was sold by each day before the concert, until today, and all days of the one before it', () => {
  const value = { sales: of({ 4: 10, 2: 5 }), before: of({ 5: 1, 3: 2, 0: 7 }) }
  expect(salesCurves(value, 2)).toEqual({
    days: [5, 4, 3, 2, 1, 0],
    sold: [0, 10, 10, 15, null, null],
    before: [1, 1, 3, 3, 3, 10],
  })
  expect(salesCurves({ sales: of({ 1: 4 }), before: null }, -3)).toEqual({ days: [1, 0], sold: [4, 4], before: null })
  // A sale long before is in the first day.
  const long = salesCurves({ sales: of({ 900: 4, 10: 1 }), before: null }, 5)
  expect([long.days.length, long.sold[0], long.sold[355]]).toEqual([366, 4, 5])
})

test('compares at the same number of days to go', () => {
  const value = { sales: of({ 12: 30, 6: 12 }, 300), before: of({ 20: 60, 3: 90 }) }
  expect(salesText(value, 5)).toBe(
    '42 of 300, 14%, sold in this shop, 12 of them in the last 7 days. Meher Qazi, Pune, Tue 10 Nov 2026: 60 of 200, 30% with 5 days to go.',
  )
  expect(salesText(value, -1)).toMatch(/^42 of 300, 14%, sold in this shop\. .*150 of 200, 75% in the end\.$/)
  expect(salesText({ sales: of({ 1: 2 }, 0), before: null }, 1)).toBe(
    '2 of 0, sold in this shop, 2 of them in the last 7 days.',
  )
})
