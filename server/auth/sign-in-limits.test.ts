import { describe, expect, test } from 'vitest'
import { AttemptLimit } from './sign-in-limits.ts'
import { paddedTime } from './sign-in-guard.ts'

const WINDOW = 900_000

describe('a limit on attempts', () => {
  test('allows its number in a window, and one more once the oldest has aged out', () => {
    const limit = new AttemptLimit(3, WINDOW)
    for (const at of [0, 1_000, 2_000]) {
      expect(limit.waitFor('a', at)).toBe(0)
      limit.count('a', at)
    }
    expect(limit.waitFor('a', 2_000)).toBe(WINDOW - 2_000)
    expect(limit.waitFor('a', WINDOW - 1)).toBe(1)
    expect(limit.waitFor('a', WINDOW)).toBe(0)
    limit.count('a', WINDOW)
    expect(limit.waitFor('a', WINDOW)).toBe(1_000)
  })

  test('counts each key apart', () => {
    const limit = new AttemptLimit(1, WINDOW)
    limit.count('a', 0)
    expect(limit.waitFor('a', 1)).toBeGreaterThan(0)
    expect(limit.waitFor('b', 1)).toBe(0)
  })

  test('never allows more than its number in any window', () => {
    const most = 5
    const limit = new AttemptLimit(most, 1_000)
    const through: number[] = []
    let seed = 7
    let now = 0
    for (let i = 0; i < 5_000; i += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      now += seed % 120
      if (limit.waitFor('k', now) === 0) {
        limit.count('k', now)
        through.push(now)
      }
    }
    expect(through.length).toBeGreaterThan(100)
    through.forEach((at, index) => {
      const inWindow = through.filter((other, position) => position <= index && other > at - 1_000)
      expect(inWindow.length).toBeLessThanOrEqual(most)
    })
  })

  test('is off at 0', () => {
    const limit = new AttemptLimit(0, WINDOW)
    for (let i = 0; i < 100; i += 1) limit.count('a', i)
    expect(limit.waitFor('a', 100)).toBe(0)
  })
})

describe('the padded time of an answer', () => {
  test('is the floor, or whole steps beyond it', () => {
    expect(paddedTime(3, 400)).toBe(400)
    expect(paddedTime(400, 400)).toBe(400)
    expect(paddedTime(401, 400)).toBe(600)
    expect(paddedTime(990, 400)).toBe(1_000)
  })

  test('is unchanged when switched off', () => expect(paddedTime(3, 0)).toBe(3))
})
