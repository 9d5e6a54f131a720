import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

/** Lets so many watchers ask as they are told for some seconds; returns how many answers were given in the last of them. */
function watch(pace: Pace, time: { now: number }, watchers: number, seconds: number): { last: number; again: number } {
  const next = Array.from({ length: watchers }, (_, n) => time.now + (n % 1_500))
  let last = 0
  let again = 0
  const end = time.now + seconds * 1_000
  for (; time.now < end; time.now += 50) {
    for (const [n, due] of next.entries()) {
      if (due > time.now) continue
      again = pace.next(`address ${n % 1_000}`)
      next[n] = time.now + again * 1_000
      if (time.now >= end - 1_000) last += 1
    }
  }
  return { last, again }
}

function newPace(perSecond = 700) {
  const time = { now: 1_700_000_000_000 }
  return { time, pace: new Pace(perSecond, () => time.now) }
}

it('lets a few ask often', () => {
  const { time, pace } = newPace()
  expect(watch(pace, time, 100, 20).again).toBe(1.5)
  expect(pace.watchers).toBeGreaterThanOrEqual(95)
  expect(pace.watchers).toBeLessThan(120)
})

it('spreads many, so that all together ask for no more than it bears', () => {
  const { time, pace } = newPace()
  const { last, again } = watch(pace, time, 10_000, 60)
  expect(again).toBe(14.5)
  expect(last).toBeLessThan(1_500)
})

it('forgets who left', () => {
  const { time, pace } = newPace()
  watch(pace, time, 5_000, 60)
  time.now += 30_000
  expect(pace.watchers).toBe(0)
  expect(pace.next('a')).toBe(1.5)
})

it('outlives a clock that jumps', () => {
  const { time, pace } = newPace()
  pace.next('a')
  time.now += 86_400_000
  expect(pace.watchers).toBe(0)
  time.now -= 3_600_000
  expect(pace.next('a')).toBe(1.5)
})

it('lets one address make the others wait a few seconds at most', () => {
  const { time, pace } = newPace(500)
  let slowest = 0
  for (; time.now < 1_700_000_060_000; time.now += 100) {
    for (let n = 0; n < 100; n += 1) pace.next('a script')
    slowest = Math.max(slowest, pace.next('a watcher'))
  }
  expect(slowest).toBeLessThanOrEqual(5)
})
