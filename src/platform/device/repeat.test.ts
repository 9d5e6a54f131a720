import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (state: 'visible' | 'hidden'): void => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('runs at intervals in front, pauses in the background, and runs at once on return', async () => {
  let runs = 0
  const stop = repeat(() => (runs += 1), 1000)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
  show('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(2)
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(3)
  stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(3)
})

test('starts no second run while one is running', async () => {
  let runs = 0
  let end = (): void => undefined
  const stop = repeat(() => {
    runs += 1
    return new Promise<void>((resolve) => (end = resolve))
  }, 1000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(1)
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(2)
  stop()
})

test('tells a run of the interval from one at first, on return to the front and to the network', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  const runs: boolean[] = []
  const stop = repeat((fresh) => runs.push(fresh), 1000, { atOnce: true })
  await vi.advanceTimersByTimeAsync(1000)
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toEqual([true, false, true, true, false])
  stop()
})

test('runs at once, in the background, and when the network returns, if configured', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  let runs = 0
  const stop = repeat(() => (runs += 1), 1000, { atOnce: true, whileHidden: true })
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(0)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(2)
  network.dispatchEvent(new Event('online'))
  expect(runs).toBe(3)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(3)
})
