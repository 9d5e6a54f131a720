import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textAnswer, type Answer } from './http-message.ts'
import { Opening } from './opening.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = {} as IncomingMessage
const url = new URL('http://shop/events/1')
const shop = async (_: IncomingMessage, { pathname }: URL): Promise<Answer> => textAnswer(200, pathname)

test('a request that comes while the shop opens is answered as soon as it is open', async () => {
  const opening = new Opening()
  const held = opening.answer(request, url)
  await vi.advanceTimersByTimeAsync(4_000)
  opening.open(shop)
  expect(await held).toMatchObject({ status: 200, body: Buffer.from('/events/1\n') })
  expect(await opening.answer(request, url)).toMatchObject({ status: 200 })
  expect(vi.getTimerCount()).toBe(0)
})

test('while the shop opens for longer, the answer says when to ask again', async () => {
  const opening = new Opening()
  const held = opening.answer(request, url)
  await vi.advanceTimersByTimeAsync(10_000)
  const { status, headers, body } = await held
  expect([status, headers['retry-after'], String(body)]).toEqual([
    503,
    '2',
    'The shop is starting. Please try again in a moment.\n',
  ])
})
