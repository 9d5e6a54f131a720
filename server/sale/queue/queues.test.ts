import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import type { Database, Sql } from '../../database/database.ts'
import { Queues } from './queues.ts'

const EVENT = '00000000-0000-4000-8000-000000000001'
const QUIET = '00000000-0000-4000-8000-000000000002'
const time = { now: 1_700_000_000_000 }

/** A database with one event that has a queue, and one that has none; counts what it is asked. */
function counted() {
  const counts = { state: 0, list: 0, order: 0 }
  const queue = { list_hash: null as string | null, drawn_at: null as string | null, let_in: 0 }
  const query = async (text: string, params: unknown[] = []): Promise<unknown[]> => {
    if (text.includes('set_config')) return []
    if (text.includes('from public.events')) return [{ id: EVENT }, { id: QUIET }]
    if (text.includes('queue_state')) {
      counts.state += 1
      return [{ said: params[0] === EVENT ? JSON.stringify(queue) : null }]
    }
    if (text.includes('queue_list')) {
      counts.list += 1
      return [{ said: JSON.stringify('AA\nBB\n') }]
    }
    counts.order += 1
    return [{ said: 'BB\nAA\n' }]
  }
  const database = {
    query,
    call: (_caller: unknown, text: string, params: unknown[]) => query(text, params),
    transaction: (work: (sql: Sql) => Promise<unknown>) =>
      work({ query, run: async () => undefined } as unknown as Sql),
  } as unknown as Pick<Database, 'call' | 'query' | 'transaction'>
  const queues = new Queues(database, undefined, () => time.now)
  const ask = async (what: string, more = '', event = EVENT): Promise<unknown> => {
    const url = new URL(
      `http://shop/rest/v1/rpc/queue_${what}?p_event_id=${event}&apikey=${EMBEDDED_PUBLISHABLE_KEY}${more}`,
    )
    const answer = await queues.answer({ method: 'GET', headers: {} } as unknown as IncomingMessage, url, 'a')
    return answer === null ? undefined : (JSON.parse(String(answer.body)) as unknown)
  }
  return { counts, queue, queues, ask }
}

it('reads the state once in a moment for all who wait, and says when to ask again', async () => {
  const { counts, ask, queues } = counted()
  const said = await Promise.all(Array.from({ length: 2_000 }, () => ask('state')))
  expect(counts.state).toBe(1)
  expect(said[0]).toMatchObject({ let_in: 0, again: 1.5 })
  expect(said.at(-1)).toMatchObject({ again: 4 })
  expect(queues.waiting).toBe(2_000)
})

it('says that there is no queue, without asking for it each time', async () => {
  const { counts, ask } = counted()
  for (let n = 0; n < 50; n += 1) expect(await ask('state', '', QUIET)).toBeNull()
  expect(counts.state).toBe(1)
})

it('knows the places after the draw, by one read', async () => {
  const { counts, queue, ask } = counted()
  expect(await ask('place', '&p_code=AA')).toBeUndefined()
  Object.assign(queue, { list_hash: 'x', drawn_at: '2026-11-26T10:00:00Z' })
  time.now += 1_100
  expect(await Promise.all([ask('place', '&p_code=AA'), ask('place', '&p_code=bb')])).toEqual([2, 1])
  // Of one who came after the draw the database knows.
  expect(await ask('place', '&p_code=CC')).toBeUndefined()
  expect(counts.order).toBe(1)
})

it('keeps the closed list', async () => {
  const { counts, queue, ask } = counted()
  expect(await ask('list')).toBeUndefined()
  queue.list_hash = 'x'
  time.now += 1_100
  expect(await ask('list')).toBe('AA\nBB\n')
  time.now += 60_000
  expect(await ask('list')).toBe('AA\nBB\n')
  expect(counts.list).toBe(1)
})
