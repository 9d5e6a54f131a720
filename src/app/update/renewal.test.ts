import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RENEWAL_MS, isRenewing, onRenewal, renewalBegins } from './renewal.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a page that is about to be loaded again says so, until it has waited too long', () => {
  const heard: boolean[] = []
  const stop = onRenewal(() => heard.push(isRenewing()))
  expect(isRenewing()).toBe(false)
  renewalBegins()
  vi.advanceTimersByTime(RENEWAL_MS - 1)
  expect(isRenewing()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isRenewing()).toBe(false)
  expect(heard).toEqual([true, false])
  stop()
  renewalBegins()
  expect(heard).toHaveLength(2)
})

test('begun twice, it is waited for from the second time on', () => {
  renewalBegins()
  vi.advanceTimersByTime(RENEWAL_MS / 2)
  renewalBegins()
  vi.advanceTimersByTime(RENEWAL_MS / 2)
  expect(isRenewing()).toBe(true)
  vi.advanceTimersByTime(RENEWAL_MS / 2)
  expect(isRenewing()).toBe(false)
})
