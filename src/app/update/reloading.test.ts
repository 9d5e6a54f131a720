import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RELOAD_WITHIN_MS, noteReload, reloading } from './reloading.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a page that is about to be loaded again says so, until it has waited too long', () => {
  const heard: boolean[] = []
  const stop = reloading.subscribe((now) => heard.push(now))
  noteReload()
  vi.advanceTimersByTime(RELOAD_WITHIN_MS - 1)
  expect(reloading.get()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(reloading.get()).toBe(false)
  expect(heard).toEqual([false, true, false])
  stop()
  noteReload()
  expect(heard).toHaveLength(3)
})

test('begun twice, it is waited for from the second time on', () => {
  noteReload()
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  noteReload()
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  expect(reloading.get()).toBe(true)
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  expect(reloading.get()).toBe(false)
})
