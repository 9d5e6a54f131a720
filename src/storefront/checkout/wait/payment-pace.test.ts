import { describe, expect, it } from 'vitest'
import { failed, ok } from '#platform/failure/failure.ts'
import { afterAnswer, askEveryMs, isLate, NO_ANSWER, type Answers } from './payment-pace.ts'

const live: Answers = { live: true, demo: false, arrived: 0, failures: 0 }
const unreachable = failed('unreachable')

describe('the answers of the shop', () => {
  it('say whether it sees payments by itself', () => {
    expect(afterAnswer(NO_ANSWER, ok({ live: true, demo: false, arrived: 0 }))).toEqual(live)
    expect(afterAnswer(live, ok({ live: false, demo: false, arrived: 0 })).live).toBe(false)
  })

  it('count while single ones are lost, and no longer than three in a row', () => {
    const lost = (before: Answers) => afterAnswer(before, unreachable)
    expect(lost(lost(live)).live).toBe(true)
    expect(lost(lost(lost(live))).live).toBe(false)
    expect(afterAnswer(lost(lost(live)), ok({ live: true, demo: false, arrived: 0 }))).toEqual(live)
    expect(lost(NO_ANSWER).live).toBeNull()
  })
})

describe('how often it is asked', () => {
  const at = (minutes: number, startedAt: number | null = 0) => ({
    startedAt,
    backAt: null,
    shownAt: 0,
    now: minutes * 60_000,
  })
  it('is every few seconds after paying was started, and less afterwards', () => {
    expect(askEveryMs(live, at(0))).toBe(4_000)
    expect(askEveryMs(live, at(2.9))).toBe(4_000)
    expect(askEveryMs(live, at(3))).toBe(10_000)
    expect(askEveryMs(live, at(0, null))).toBe(10_000)
    expect(askEveryMs(live, { ...at(8), backAt: 6 * 60_000 })).toBe(4_000)
  })

  it('is twice a minute where the shop does not see payments, or has not answered', () => {
    expect(askEveryMs({ ...live, live: false }, at(0))).toBe(30_000)
    expect(askEveryMs(NO_ANSWER, at(0))).toBe(30_000)
  })
})

describe('nothing that has come', () => {
  it.each([
    ['59 s after pressing Pay', 0, 59, false],
    ['a minute after pressing Pay', 0, 60, true],
    ['a minute after the QR code was shown', null, 60, false],
    ['two minutes after the QR code was shown', null, 120, true],
    ['a minute after pressing Pay, for one who looked at the page for long', 500_000, 560, true],
    ['at once for one who looked at the page for long', 500_000, 501, false],
  ])('%s', (_, startedAt, seconds, late) =>
    expect(isLate({ startedAt, backAt: null, shownAt: 0, now: seconds * 1_000 })).toBe(late),
  )

  it('is not late for one who has just come back from a slow payment', () => {
    const slow = { startedAt: 0, backAt: 90_000, shownAt: 0 }
    expect(isLate({ ...slow, now: 91_000 })).toBe(false)
    expect(isLate({ ...slow, now: 110_000 })).toBe(true)
  })
})
