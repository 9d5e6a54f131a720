import { expect, test } from 'vitest'
import { arrivals, readNotices, wordArrivals } from './notices.ts'

const counts = (pending: number, approved: number, rejected: number) => ({ pending, approved, rejected })

test('what came is told apart from what was decided', () => {
  expect(arrivals(null, counts(5, 0, 0))).toBe(0)
  expect(arrivals(counts(5, 0, 0), null)).toBe(0)
  expect(arrivals(counts(5, 0, 0), counts(3, 1, 1))).toBe(0)
  expect(arrivals(counts(5, 0, 0), counts(5, 2, 0))).toBe(2)
  expect(arrivals(counts(5, 3, 0), counts(5, 2, 0))).toBe(0)
})

test('they are counted in words', () => {
  expect(wordArrivals(1)).toBe('A payment arrived')
  expect(wordArrivals(1200)).toBe('1,200 payments arrived')
})

test('a choice that is not ours is the usual one', () => {
  const usual = { here: true, device: false }
  expect(readNotices(null)).toEqual(usual)
  expect(readNotices('nonsense')).toEqual(usual)
  expect(readNotices('null')).toEqual(usual)
  expect(readNotices('{"here":"no","device":1}')).toEqual(usual)
  expect(readNotices('{"here":false,"device":true}')).toEqual({ here: false, device: true })
})
