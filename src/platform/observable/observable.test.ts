import { expect, test } from 'vitest'
import { signal, variable, whileWatched } from './observable.ts'

test('a variable sends its value to a new subscriber, then each changed value once', () => {
  const count = variable(1)
  const seen: number[] = []
  const stop = count.subscribe((value) => seen.push(value))
  count.set(2)
  count.set(2)
  stop()
  count.set(3)
  expect(seen).toEqual([1, 2])
  expect(count.get()).toBe(3)
})

test('a shared value is kept up to date as long as one subscriber is left, then it stays', () => {
  const started: ((next: number) => void)[] = []
  let stopped = 0
  const shared = whileWatched(0, (set) => {
    started.push(set)
    set(started.length)
    return () => (stopped += 1)
  })
  expect(shared.get()).toBe(0)
  const seen: number[] = []
  const first = shared.subscribe((value) => seen.push(value))
  const second = shared.subscribe(() => undefined)
  started[0]?.(7)
  first()
  first()
  expect({ seen, starts: started.length, stopped, now: shared.get() }).toEqual({
    seen: [0, 1, 7],
    starts: 1,
    stopped: 0,
    now: 7,
  })
  second()
  expect({ stopped, now: shared.get() }).toEqual({ stopped: 1, now: 7 })
  shared.subscribe(() => undefined)
  expect(started).toHaveLength(2)
})

test('calls a function that subscribed twice twice, until each subscription stops', () => {
  const happened = signal()
  let calls = 0
  const listener = (): void => void (calls += 1)
  const stop = happened.subscribe(listener)
  happened.subscribe(listener)
  happened.send()
  stop()
  happened.send()
  expect(calls).toBe(3)
})

test('a subscriber may stop while it is called', () => {
  const count = variable(0)
  const seen: number[] = []
  let stop: (() => void) | undefined
  stop = count.subscribe((value) => {
    seen.push(value)
    stop?.()
  })
  count.set(1)
  count.set(2)
  expect(seen).toEqual([0, 1])
})
