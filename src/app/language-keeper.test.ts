import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retryUntilSuccess } from './language-keeper.tsx'

const reach = vi.hoisted(() => ({ tell: (_: boolean): void => undefined, watched: 0 }))
vi.mock('#shop/device/connectivity.ts', () => ({
  watchReachable: () => ({
    subscribe: (next: (reachable: boolean) => void) => {
      reach.tell = next
      reach.watched += 1
      next(false)
      return () => {
        reach.watched -= 1
      }
    },
  }),
}))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs once when it succeeds, and stops watching', async () => {
  const work = vi.fn(async () => true)
  retryUntilSuccess(work)
  await vi.advanceTimersByTimeAsync(600_000)
  reach.tell(true)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(work).toHaveBeenCalledTimes(1)
  expect(reach.watched).toBe(0)
})

it('retries while it returns false or rejects', async () => {
  const work = vi.fn(async () => true)
  work.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('no network')).mockResolvedValueOnce(false)
  retryUntilSuccess(work)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(work).toHaveBeenCalledTimes(4)
  expect(vi.getTimerCount()).toBe(0)
})

it('retries at once when the server answers again, one run at a time', async () => {
  let finish: (worked: boolean) => void = () => undefined
  const work = vi.fn(() => new Promise<boolean>((resolve) => (finish = resolve)))
  const stop = retryUntilSuccess(work)
  reach.tell(true)
  expect(work).toHaveBeenCalledTimes(1)
  finish(false)
  await vi.advanceTimersByTimeAsync(0)
  reach.tell(true)
  expect(work).toHaveBeenCalledTimes(2)
  stop()
  finish(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(reach.watched).toBe(0)
})
