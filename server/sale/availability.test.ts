import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import type { Database, Sql } from '../database/database.ts'
import { Availability, AVAILABILITY_PATH } from './availability.ts'

const GOLD = '00000000-0000-4000-8000-000000000001'

/** A database that counts how often it is asked and answers when the test lets it. */
function counted(taken: string[][]) {
  const state = { lists: 0, reads: 0, fail: false, gate: Promise.resolve() }
  const query = async (text: string): Promise<unknown[]> => {
    if (text.includes('set_config')) return []
    if (text.includes('seat_availability')) {
      state.reads += 1
      const now = taken[Math.min(state.reads, taken.length) - 1]!
      await state.gate
      if (state.fail) throw Object.assign(new Error('gone'), { code: '57P01' })
      return [{ said: { version: String(now.length), at: `read ${state.reads}`, taken: now } }]
    }
    state.lists += 1
    return [{ id: GOLD }]
  }
  const database = {
    transaction: (work: (sql: Sql) => Promise<unknown>) =>
      work({ query, run: async () => undefined } as unknown as Sql),
  } as unknown as Pick<Database, 'transaction'>
  return { state, database }
}

const time = { now: 0 }

async function ask(availability: Availability, more = '', headers: Record<string, string> = {}, id = GOLD) {
  const url = new URL(
    `http://shop${AVAILABILITY_PATH}?p_ticket_category_id=${id}&apikey=${EMBEDDED_PUBLISHABLE_KEY}${more}`,
  )
  const answer = await availability.answer({ method: 'GET', headers } as unknown as IncomingMessage, url, 'a')
  return answer && { ...answer, said: answer.body && (JSON.parse(String(answer.body)) as Record<string, unknown>) }
}

const open = (taken: string[][]) => {
  time.now = 1_700_000_000_000
  const { state, database } = counted(taken)
  return { state, availability: new Availability(database, undefined, () => time.now) }
}

it('reads once for all who ask in a moment, and gives all the same bytes', async () => {
  const { state, availability } = open([['A1']])
  const answers = await Promise.all(Array.from({ length: 500 }, () => ask(availability)))
  expect(state.reads).toBe(1)
  expect(new Set(answers.map((answer) => answer!.headers.etag)).size).toBe(1)
  expect(answers[0]!.said).toEqual({ version: '1', at: 'read 1', again: 1.5, taken: ['A1'] })
  expect(answers[0]!.headers['cache-control']).toBe('public, max-age=1')
})

it('gives who has a version the changes since, and everything to who has none', async () => {
  const { availability } = open([['A1'], ['A1', 'A2'], ['A1', 'A2']])
  await ask(availability)
  time.now += 1_000
  expect((await ask(availability, '&p_since=1'))!.said).toMatchObject({
    version: '2',
    since: '1',
    added: ['A2'],
    gone: [],
  })
  expect((await ask(availability, '&p_since=abc'))!.said).toMatchObject({ version: '2', taken: ['A1', 'A2'] })
  time.now += 1_000
  const same = (await ask(availability, '&p_since=2'))!
  expect(same.said).toEqual({ version: '2', at: 'read 2', again: 1.5, since: '2', added: [], gone: [] })
  expect(await ask(availability, '&p_since=2', { 'if-none-match': same.headers.etag! })).toMatchObject({
    status: 304,
    body: null,
  })
})

it('leaves other arguments, keys and categories to the database', async () => {
  const { state, availability } = open([['A1']])
  expect(await ask(availability, '&limit=1')).toBeNull()
  expect(await ask(availability, '', {}, '00000000-0000-4000-8000-000000000002')).toBeNull()
  const wrong = new URL(`http://shop${AVAILABILITY_PATH}?p_ticket_category_id=${GOLD}&apikey=x`)
  expect(await availability.answer({ method: 'GET', headers: {} } as unknown as IncomingMessage, wrong, 'a')).toBeNull()
  expect(state.reads).toBe(0)
})

it('gives the last answer while the database is slow or fails, and none when that is too old', async () => {
  const { state, availability } = open([['A1']])
  await ask(availability)
  let open1!: () => void
  state.gate = new Promise((resolve) => (open1 = resolve))
  time.now += 2_000
  expect((await ask(availability))!.said).toMatchObject({ taken: ['A1'] })
  open1()
  state.fail = true
  time.now += 2_000
  expect((await ask(availability))!.said).toMatchObject({ taken: ['A1'] })
  time.now += 60_000
  expect(await ask(availability)).toBeNull()
  state.fail = false
  expect((await ask(availability))!.said).toMatchObject({ taken: ['A1'] })
})
