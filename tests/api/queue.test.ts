import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { answer, line, newCategory, openCast, refusal, type Cast } from './support/cast.ts'

let cast: Cast
beforeAll(async () => (cast = await openCast()))
afterAll(async () => cast?.shop.dispose())

interface State {
  joins_from: string
  opens_at: string
  seed_hash: string
  list_hash: string | null
  seed: string | null
  drawn_at: string | null
  drawn: number | null
  let_in: number
  again?: number
}

async function ask<T>(what: string, event: string, more = ''): Promise<T> {
  const response = await fetch(
    `${cast.shop.url}/rest/v1/rpc/queue_${what}?p_event_id=${event}&apikey=${EMBEDDED_PUBLISHABLE_KEY}${more}`,
  )
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function until(event: string, is: (state: State) => boolean): Promise<State> {
  for (;;) {
    const state = await ask<State | null>('state', event)
    if (state && is(state)) return state
    await sleep(100)
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()

test('a rush is let in by an order that everyone can recompute', { timeout: 60_000 }, async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => newCustomer(cast.shop)))
  const { event, category } = await newCategory(cast.admin)
  expect(await ask('state', event)).toBeNull()
  const times = { p_joins_from: soon(2_000), p_opens_at: soon(6_000) }
  await answer(cast.admin.client, 'save_queue', { p_event_id: event, ...times, p_per_minute: 120 })
  expect(await refusal(people[0]!.client, 'join_queue', { p_event_id: event })).toMatchObject({
    code: 'queue_not_open',
  })
  const first = await until(event, () => true)
  expect(first).toMatchObject({ list_hash: null, seed: null, drawn_at: null, let_in: 0 })
  await sleep(Date.parse(first.joins_from) - Date.now() + 50)

  const joined = await Promise.all(
    people.map((one) => answer<{ code: string; place: null }>(one.client, 'join_queue', { p_event_id: event })),
  )
  expect(await answer(people[0]!.client, 'join_queue', { p_event_id: event })).toEqual(joined[0])
  const held = { p_order_id: randomUUID(), p_lines: line(category, 'A1') }
  expect(await refusal(people[0]!.client, 'hold_seats', held)).toMatchObject({ status: 403, code: 'not_your_turn' })

  const listed = await until(event, (state) => state.list_hash !== null)
  const drawn = await until(event, (state) => state.drawn_at !== null)
  expect(listed.seed_hash).toBe(first.seed_hash)
  expect(drawn.list_hash).toBe(listed.list_hash)
  const list = await ask<string>('list', event)
  expect(sha256(list)).toBe(drawn.list_hash)
  expect(sha256(drawn.seed!)).toBe(first.seed_hash)
  const byPlace = list
    .trim()
    .split('\n')
    .map((code) => [sha256(`${drawn.seed}:${drawn.list_hash}:${code}`), code] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, code]) => code)
  expect(byPlace.toSorted()).toEqual(joined.map(({ code }) => code).toSorted())
  const places = await Promise.all(joined.map(({ code }) => ask<number>('place', event, `&p_code=${code}`)))
  expect(places).toEqual(joined.map(({ code }) => byPlace.indexOf(code) + 1))

  const last = people[places.indexOf(12)]!
  expect(await refusal(last.client, 'hold_seats', held)).toMatchObject({ code: 'not_your_turn' })
  const winner = people[places.indexOf(1)]!
  await until(event, (state) => state.let_in >= 1)
  await answer(winner.client, 'hold_seats', held)
  // Who has lost their phone's storage asks by their account.
  expect(await answer(last.client, 'my_queue_place', { p_event_id: event })).toMatchObject({ place: 12 })
  await until(event, (state) => state.let_in >= 12)
  await answer(last.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A2') })
})
