import { expect, test, vi } from 'vitest'
import { every } from './every.ts'

test('runs at once when asked to, then every so often, never twice at once', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const stop = every(10, null, () => new Promise<void>((resolve) => ends.push(resolve)), { atOnce: true })
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(10)
  expect(ends).toHaveLength(2)
  ends[1]!()
  await stop()
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(2)
  vi.useRealTimers()
})

test('stopping tells the work, and does not wait for what never ends', async () => {
  let asksStop: (() => boolean) | undefined
  const endless = (isStopping: () => boolean): Promise<void> => {
    asksStop = isStopping
    return new Promise(() => undefined)
  }
  const stop = every(60_000, null, endless, { atOnce: true, patienceMs: 5 })
  expect(asksStop?.()).toBe(false)
  await stop()
  expect(asksStop?.()).toBe(true)
})
