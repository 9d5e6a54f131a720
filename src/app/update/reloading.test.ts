import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RELOAD_WITHIN_MS, noteReload, reloading } from './reloading.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('reports a reload until it takes too long', () => {
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

test('restarts the wait when a second reload begins', () => {
  noteReload()
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  noteReload()
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  expect(reloading.get()).toBe(true)
  vi.advanceTimersByTime(RELOAD_WITHIN_MS / 2)
  expect(reloading.get()).toBe(false)
})
