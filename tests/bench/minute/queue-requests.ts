import type { Sql } from '../../../server/database/database.ts'
import { FROM_BROWSER, textOf } from './availability.ts'
import { encode, type Reply } from './http-client.ts'
import { callOf, from, type Person } from './requests.ts'

/** What `queue_state` answers, as far as the load reads it. */
export interface QueueState {
  seed_hash: string
  list_hash: string | null
  seed: string | null
  drawn_at: string | null
  drawn: number | null
  joins_from: string
  opens_at: string
  at: string
  let_in: number
  rate: number
  /** Ask again after so many seconds. */
  again: number
}

const shared = (name: string, args: Record<string, string>, address?: string): Buffer =>
  encode({
    path: `/rest/v1/rpc/${name}?${new URLSearchParams(args)}`,
    headers: { ...FROM_BROWSER, ...from(address) },
  })

export const stateOf = (event: string, address?: string): Buffer =>
  shared('queue_state', { p_event_id: event }, address)

export const listOf = (event: string): Buffer => shared('queue_list', { p_event_id: event })

export const placeOf = (event: string, code: string, address?: string): Buffer =>
  shared('queue_place', { p_event_id: event, p_code: code }, address)

export const joinOf = (person: Person, event: string): Buffer => callOf(person, 'join_queue', { p_event_id: event })

/** Reads an answer to `stateOf`. */
export const stateIn = (reply: Reply): QueueState => JSON.parse(textOf(reply)) as QueueState

/** Opens a queue that people could join an hour ago and that is drawn in so many seconds. */
export async function openQueue(sql: Sql, event: string, seconds: number): Promise<void> {
  await sql.query(
    `with secret as (select extensions.gen_random_bytes(32) as seed),
      made as (
        insert into public.event_queues (event_id, joins_from, opens_at, rate, seed_hash)
          select $1, now() - interval '1 hour', now() + make_interval(secs => $2), 600,
            encode(sha256(convert_to(encode(seed, 'hex'), 'UTF8')), 'hex') from secret)
      insert into private.queue_draws (event_id, seed) select $1, seed from secret`,
    [event, seconds],
  )
}
