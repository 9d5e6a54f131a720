import { expect, it } from 'vitest'
import { promised } from './promised.ts'

it('runs the work for each subscriber and sends its result', async () => {
  let runs = 0
  const answer = promised(() => Promise.resolve(++runs))
  const seen: number[] = []
  answer.subscribe((value) => seen.push(value))
  answer.subscribe((value) => seen.push(value))
  await Promise.resolve()
  expect(seen).toEqual([1, 2])
})

it('sends the reason of a rejection, and nothing after a stop', async () => {
  const reasons: unknown[] = []
  const fails = promised(() => Promise.reject(new Error('full')))
  fails.subscribe(
    () => expect.unreachable(),
    (reason) => reasons.push(reason),
  )
  const stop = fails.subscribe(
    () => expect.unreachable(),
    () => expect.unreachable(),
  )
  stop()
  await Promise.resolve()
  expect(reasons).toEqual([new Error('full')])
})
