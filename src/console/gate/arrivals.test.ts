import { expect, test } from 'vitest'
import { perMinute } from '#shop/gate/scans/rate.ts'
import { allInBy } from './arrivals.tsx'

// 6:40 pm in India.
const at = Date.parse('2026-12-05T13:10:00Z')
const minute = (ago: number, admitted: number, gate = 'A') => ({ minute: at - ago * 60_000, admitted, gate })
const of = (minutes: ReturnType<typeof minute>[], expected = 1000, admitted = 500) => ({
  minutes,
  at,
  expected,
  admitted,
})

test('says when all are in at the rate of the last five minutes, of all gates', () => {
  const steady = [minute(1, 12), minute(1, 10, 'B'), minute(3, 40), minute(5, 38), minute(6, 900)]
  expect(perMinute(steady, at)).toBe(20)
  // 500 at 20 a minute: 25 minutes.
  expect(allInBy(of(steady))).toBe('All in by 7:05 pm at this rate')
  expect(allInBy(of(steady, 1001))).toBe('All in by 7:10 pm at this rate')
})

test('says nothing when all are in, when few came lately, and of a time too far away', () => {
  expect(allInBy(of([minute(1, 100)], 500))).toBeNull()
  expect(allInBy(of([minute(1, 100)], 400))).toBeNull()
  expect(allInBy(of([]))).toBeNull()
  expect(allInBy(of([minute(1, 9)], 501))).toBeNull()
  expect(allInBy(of([minute(1, 10)], 502))).toBe('All in by 6:45 pm at this rate')
  expect(allInBy(of([minute(6, 500)]))).toBeNull()
  expect(allInBy(of([minute(1, 10)], 860))).toBe('All in by 9:40 pm at this rate')
  expect(allInBy(of([minute(1, 10)], 861))).toBeNull()
})
