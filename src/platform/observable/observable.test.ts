import { expect, test } from 'vitest'
import { signal, variable } from './observable.ts'

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
