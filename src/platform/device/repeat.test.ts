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

test('runs every so often in front, rests behind, and runs at once when the page comes to the front', async () => {
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

test('a run that takes long is not joined by another', async () => {
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

test('with `hidden` it also runs while the page is behind others', async () => {
  let runs = 0
  const stop = repeat(() => (runs += 1), 1000, { hidden: true })
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
  stop()
})
