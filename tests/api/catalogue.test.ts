import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { changesFrom, eventsFromAt } from '../../src/shop/catalogue/catalogue-rows.ts'
import { newCategory, openCast, type Cast } from './support/cast.ts'

let cast: Cast
beforeAll(async () => (cast = await openCast()))
afterAll(async () => cast?.shop.dispose())

interface Said {
  until: string
  mark: string
  whole: boolean
  events: { id: string; venue: string }[]
}

const read = async (args: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams({ p_events_from: eventsFromAt(Date.now()), ...args })
  return fetch(`${cast.shop.url}/rest/v1/rpc/read_catalogue?${query}`, {
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, ...headers },
  })
}
const said = async (...asked: Parameters<typeof read>): Promise<Said> => (await (await read(...asked)).json()) as Said

test('everybody gets one answer from memory, which caches may keep for a second', async () => {
  const first = await read()
  expect(first.headers.get('cache-control')).toBe('public, max-age=1')
  expect(((await first.json()) as Said).whole).toBe(true)
  const second = await read({}, { 'if-none-match': first.headers.get('etag')! })
  expect(second.status).toBe(304)
})

test('a device that has it hears that nothing changed, in less than 700 bytes', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const { until, mark } = await said()
  const again = await read({ p_mark: mark, p_since: soon }, { 'accept-encoding': 'br' })
  const { until: same, mark: known, whole } = (await again.clone().json()) as Said
  expect({ until: same, mark: known, whole }).toEqual({ until, mark, whole: false })
  expect(Number(again.headers.get('content-length'))).toBeLessThan(700)
})

test('what staff change is in the next answer', async () => {
  const { event } = await newCategory(cast.admin)
  const before = await said()
  expect(before.events.map(({ id }) => id)).toContain(event)
  for (const venue of ['One Hall', 'Another Hall']) {
    await cast.admin.client.from('events').update({ venue }).eq('id', event).throwOnError()
    const changes = await said({ p_mark: before.mark, p_since: changesFrom(before.until) })
    expect(changes.events.find(({ id }) => id === event)).toMatchObject({ venue })
  }
})

test('a person’s own answer is nobody else’s: staff see their drafts, and no cache keeps them', async () => {
  const { event } = await newCategory(cast.admin)
  await cast.admin.client.rpc('unpublish_event', { p_event_id: event }).throwOnError()
  const own = await read({}, { authorization: `Bearer ${cast.admin.token}` })
  expect(own.headers.get('cache-control')).not.toContain('public')
  expect(((await own.json()) as Said).events.map(({ id }) => id)).toContain(event)
  expect((await said()).events.map(({ id }) => id)).not.toContain(event)
})
