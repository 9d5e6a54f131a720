import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyUnread } from '../api/answers.ts'
import { Bodies, SMALL_BODY_BYTES, unreadAnswer } from './bodies.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const areas = ['rest', 'auth', 'storage'] as const

type Fake = PassThrough & IncomingMessage

const request = (length?: number): Fake =>
  Object.assign(new PassThrough(), {
    headers: length === undefined ? {} : { 'content-length': String(length) },
  }) as never

/** Sends without an end and lets what was sent arrive. */
async function send(one: Fake, bytes: number): Promise<void> {
  one.write(Buffer.alloc(bytes))
  await vi.advanceTimersByTimeAsync(0)
}

/** Begins a request of a network and reads it; `read` settles when it is read or refused. */
function open(bodies: Bodies, network: string, person: string | null = null, limit = SMALL_BODY_BYTES + 1) {
  const one = request()
  bodies.begin(one, network)
  const read = bodies.read(one, limit, person)
  read.catch(() => undefined)
  return { one, read }
}

test('reads a body to its end, and none larger than its limit, stated or not', async () => {
  const bodies = new Bodies()
  const one = request(5)
  const read = bodies.read(one, 5)
  one.end('hallo')
  expect(String(await read)).toBe('hallo')
  expect(await bodies.read(request(6), 5)).toBe('too_large')
  const chunked = request()
  const refused = bodies.read(chunked, 5)
  await send(chunked, 6)
  expect(await refused).toBe('too_large')
})

test('counts the bytes of a person, of a network and in all, until a request ends', async () => {
  const bodies = new Bodies({ person: 100, people: 150, strangers: 50, all: 250 })
  const first = open(bodies, '192.0.2.1', 'farah')
  await send(first.one, 100)
  const second = open(bodies, '192.0.2.1', 'farah')
  await send(second.one, 1)
  expect(await second.read, 'the person').toBe('no_room')
  const third = open(bodies, '192.0.2.1', 'joseph')
  await send(third.one, 50)
  const fourth = open(bodies, '192.0.2.1', 'meher')
  await send(fourth.one, 1)
  expect(await fourth.read, 'the network').toBe('no_room')
  const stranger = open(bodies, '192.0.2.1')
  await send(stranger.one, 50)
  const other = open(bodies, '192.0.2.1')
  await send(other.one, 1)
  expect(await other.read, 'its strangers').toBe('no_room')
  await send(open(bodies, '192.0.2.2').one, 50)
  const full = open(bodies, '192.0.2.3', 'asha')
  await send(full.one, 1)
  expect(await full.read, 'all').toBe('no_room')
  const small = open(bodies, '192.0.2.3', 'asha', SMALL_BODY_BYTES)
  await send(small.one, 100)
  small.one.end()
  expect(await small.read, 'a small one').toHaveLength(100)

  first.one.end()
  expect(await first.read).toHaveLength(100)
  bodies.end(first.one)
  bodies.end(first.one)
  const again = open(bodies, '192.0.2.1', 'farah')
  await send(again.one, 100)
  again.one.end()
  expect(await again.read).toHaveLength(100)
})

test('what is refused or goes away gives its room back at once', async () => {
  const bodies = new Bodies({ person: 100, people: 100, strangers: 100, all: 100 })
  const large = open(bodies, '192.0.2.1', null, 90)
  await send(large.one, 80)
  await send(large.one, 20)
  expect(await large.read).toBe('too_large')
  const gone = open(bodies, '192.0.2.1')
  await send(gone.one, 100)
  gone.one.destroy()
  await expect(gone.read).rejects.toThrow()
  bodies.end(gone.one)
  await expect(bodies.read(gone.one, 90)).rejects.toThrow('went away')
  const last = open(bodies, '192.0.2.1')
  await send(last.one, 100)
  last.one.end()
  expect(await last.read).toHaveLength(100)
})

test('a body has half a minute and a second for each 4 kB, and at most what a connection has', async () => {
  const bodies = new Bodies()
  const ends = async (length: number, ms: number): Promise<void> => {
    const one = request(length)
    let said: unknown
    void bodies.read(one, 6_000_000).then((why) => (said = why))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(said, `${length} before its time`).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(said, `${length} at its time`).toBe('too_slow')
  }
  await ends(100, 30_025)
  await ends(400_000, 130_000)
  await ends(5_000_000, 290_000)
})

test('a slow body that arrives in its time is read', async () => {
  const bodies = new Bodies()
  const one = request(400_000)
  const read = bodies.read(one, 400_000)
  for (let part = 0; part < 100; part += 1) {
    one.write(Buffer.alloc(4_000))
    await vi.advanceTimersByTimeAsync(1_250)
  }
  one.end()
  expect(await read).toHaveLength(400_000)
})

test.each([
  ['too_large', 413],
  ['too_slow', 408],
  ['no_room', 429],
] as const)('%s is answered %i and ends the connection, in words and in the formats of the API', (why, status) => {
  for (const answer of [
    unreadAnswer(why, 'A mail has at most 1 MB here.'),
    ...areas.map((area) => bodyUnread(area, why)),
  ])
    expect(answer).toMatchObject({ status, close: true })
})
