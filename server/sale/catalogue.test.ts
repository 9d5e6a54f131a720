import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, it, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { changesFrom, eventsFromAt } from '#shop/catalogue/catalogue-rows.ts'
import type { Database, Sql } from '../database/database.ts'
import { Catalogue, CATALOGUE_PATH, mayChangeCatalogue } from './catalogue.ts'

const START = Date.parse('2026-11-30T10:00:00.000Z')
const MARK = `1.${'a'.repeat(32)}`
const time = { now: START }
const server = { asked: [] as string[], events: ['e1'], at: START, writes: false, fails: false, restored: false }

beforeEach(() => {
  time.now = START
  Object.assign(server, { asked: [], events: ['e1'], at: START, writes: false, fails: false, restored: false })
})

const until = () => (server.writes ? null : new Date(time.now).toISOString())

/** A database whose catalogue is a list of events, all changed at `at`. */
function query(statement: string, params: readonly unknown[] = []): unknown[] {
  if (statement.includes('set_config')) return []
  server.asked.push(statement.includes('sync_point') ? 'point' : params[1] === null ? 'all' : 'changes')
  if (server.fails) throw Object.assign(new Error('gone'), { code: '57P01' })
  if (statement.includes('sync_point')) return [{ said: { until: until(), mark: MARK, known: null } }]
  const whole = params[1] === null || server.restored
  const events = whole || server.at >= Date.parse(params[1] as string) ? server.events : []
  return [{ said: { until: until(), mark: MARK, known: !server.restored, whole, events } }]
}

const database = {
  transaction: async (work: (sql: Sql) => Promise<unknown>) =>
    work({ query: async (text: string, params?: unknown[]) => query(text, params) } as unknown as Sql),
} as unknown as Pick<Database, 'transaction'>

const open = () => new Catalogue(database, () => time.now)

async function ask(catalogue: Catalogue, args: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const url = new URL(
    `http://shop${CATALOGUE_PATH}?${new URLSearchParams({ p_events_from: eventsFromAt(START), ...args })}`,
  )
  const request = { method: 'GET', headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, ...headers } }
  const answer = await catalogue.answer(request as unknown as IncomingMessage, url)
  return answer && { ...answer, said: answer.body && (JSON.parse(String(answer.body)) as Record<string, unknown>) }
}

const changed = (...events: string[]) => {
  server.events = events
  server.at = time.now
}

it('reads once for all who ask, looks for changes each second, and names one moment to all', async () => {
  const catalogue = open()
  const answers = await Promise.all(Array.from({ length: 500 }, () => ask(catalogue)))
  expect(server.asked).toEqual(['point', 'changes', 'all'])
  expect(new Set(answers.map((one) => one!.headers.etag)).size).toBe(1)
  expect(answers[0]!.headers['cache-control']).toBe('public, max-age=1')
  server.asked = []
  time.now += 2_000
  expect((await ask(catalogue))!.said).toEqual(answers[0]!.said)
  expect(server.asked).toEqual(['changes'])
  expect(await ask(catalogue, {}, { 'if-none-match': answers[0]!.headers.etag! })).toMatchObject({
    status: 304,
    body: null,
  })
})

it('tells a device that has this version the same for as long as nothing changes', async () => {
  const catalogue = open()
  const { until: seen, mark } = (await ask(catalogue))!.said as { until: string; mark: string }
  time.now += 100_000
  const again = await ask(catalogue, { p_mark: mark, p_since: changesFrom(seen) })
  expect(again!.said).toMatchObject({ until: seen, mark, whole: false })
  server.asked = []
  expect((await ask(catalogue, { p_mark: mark, p_since: changesFrom(seen) }))!.said).toEqual(again!.said)
  expect(server.asked).toEqual([])
})

it('shows a change a second later, and at once after a write through this server', async () => {
  const catalogue = open()
  await ask(catalogue)
  changed('e1', 'e2')
  expect((await ask(catalogue))!.said).toMatchObject({ events: ['e1'] })
  catalogue.doubt()
  expect((await ask(catalogue))!.said).toMatchObject({ events: ['e1', 'e2'], until: new Date(time.now).toISOString() })
  time.now += 500_000
  changed('e3')
  time.now += 1_500
  expect((await ask(catalogue))!.said).toMatchObject({ events: ['e3'], until: new Date(time.now).toISOString() })
})

it('moves on to a moment without changes, so that who comes later hears nothing new', async () => {
  const catalogue = open()
  expect((await ask(catalogue))!.said).toMatchObject({ until: new Date(START).toISOString() })
  time.now += 200_000
  const { until: later, mark } = (await ask(catalogue))!.said as { until: string; mark: string }
  expect(later).toBe(new Date(time.now).toISOString())
  expect((await ask(catalogue, { p_mark: mark, p_since: changesFrom(later) }))!.said).toMatchObject({ events: [] })
  time.now += 200_000
  expect((await ask(catalogue))!.said).toMatchObject({ until: later })
})

it('shows another history at once when an older backup was restored', async () => {
  const catalogue = open()
  await ask(catalogue)
  Object.assign(server, { restored: true, events: ['e0'] })
  time.now += 2_000
  expect((await ask(catalogue, { p_mark: MARK, p_since: new Date(START).toISOString() }))!.said).toMatchObject({
    known: false,
    whole: true,
    events: ['e0'],
  })
})

it('leaves the answer to the database while that names no moment or fails', async () => {
  const catalogue = open()
  server.writes = true
  expect(await ask(catalogue)).toBeNull()
  Object.assign(server, { writes: false, fails: true })
  time.now += 2_000
  expect(await ask(catalogue)).toBeNull()
  server.fails = false
  time.now += 2_000
  expect((await ask(catalogue))!.status).toBe(200)
})

test.each([
  [{ p_events_from: '2026-01-01T00:00:00.000Z' }, {}],
  [{ p_mark: 'x' }, {}],
  [{ p_since: 'yesterday' }, {}],
  [{ select: 'events' }, {}],
  [{}, { apikey: 'another' }],
  [{}, { authorization: 'Bearer of.a.person' }],
])('leaves %j %j to the function itself', async (args, headers) => {
  expect(await ask(open(), args, headers)).toBeNull()
  expect(server.asked).toEqual([])
})

it('keeps a bounded number of answers, whatever is asked', async () => {
  const catalogue = open()
  await ask(catalogue)
  const asked = Array.from({ length: 400 }, (_, n) => ({ p_mark: `${n}.${'b'.repeat(32)}` }))
  const answers = await Promise.all(asked.map((args) => ask(catalogue, args)))
  expect(answers.filter((answer) => answer !== null)).toHaveLength(299)
})

test.each([
  ['PATCH', '/rest/v1/events', true],
  ['POST', '/rest/v1/rpc/save_concert', true],
  ['POST', '/rest/v1/rpc/my_wallet', false],
  ['POST', '/rest/v1/rpc/record_scans', false],
  ['GET', '/rest/v1/events', false],
  ['POST', '/auth/v1/token', false],
])('%s %s may change the catalogue: %s', (method, path, may) => expect(mayChangeCatalogue(method, path)).toBe(may))
