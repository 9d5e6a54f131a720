import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, orNull } from '#platform/supabase/client.ts'
import { iso, isoOrNull, ms, numberOf } from '#platform/text/wire-values.ts'
import type { AdminQueue, QueueTimes } from './queue-admin.ts'

const COLUMNS = 'joins_from,opens_at,per_minute,listed_at'

/** What queue_state returns. */
interface StateWire {
  at: string
  seed_hash: string
  list_hash: string | null
  seed: string | null
  drawn_at: string | null
  joined: number
  drawn: number | null
  let_in: number
  rate: number
  ended_at: string | null
}

/** Returns a time as the database wrote it. Throws RangeError for text that is no time. */
function asWritten(time: string): string {
  ms(time)
  return time
}

/** Returns an event's queue, of a draft too; null without one. */
export async function readQueue(eventId: string): Promise<Result<AdminQueue | null>> {
  const row = await callRead(async () =>
    (await backend({ console: true })).from('event_queues').select(COLUMNS).eq('event_id', eventId).maybeSingle(),
  )
  if (!row.ok || row.value === null) return row.ok ? ok(null) : row
  const { joins_from, opens_at, per_minute, listed_at } = row.value
  const state = await callRead(async () =>
    (await backend({ console: true })).rpc('queue_state', { p_event_id: eventId }),
  )
  return parsedJson(state, (said: StateWire | null) => {
    // Removed between the two calls.
    if (said === null) return null
    return {
      joinsFrom: asWritten(joins_from),
      opensAt: asWritten(opens_at),
      perMinute: per_minute === null ? null : numberOf(per_minute),
      rate: numberOf(said.rate),
      seedHash: said.seed_hash,
      listHash: said.list_hash,
      listedAt: isoOrNull(listed_at),
      drawnAt: isoOrNull(said.drawn_at),
      endedAt: isoOrNull(said.ended_at),
      seed: said.seed,
      joined: numberOf(said.joined),
      drawn: said.drawn === null ? null : numberOf(said.drawn),
      letIn: numberOf(said.let_in),
      at: iso(said.at),
    }
  })
}

/** Gives an event a queue, or changes it. Refusals: invalid and too_late (detail: the argument), queue_ended, not_on_sale,
 * not_found, forbidden. */
export async function saveQueue(eventId: string, times: QueueTimes): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('save_queue', {
      p_event_id: eventId,
      p_joins_from: times.joinsFrom,
      p_opens_at: times.opensAt,
      p_per_minute: orNull<number>(times.perMinute),
    }),
  )
  return answer.ok ? ok(null) : answer
}

/** Lets everyone buy from now on; a repeat changes nothing. Refusals: not_found, forbidden. */
export async function endQueue(eventId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('end_queue', { p_event_id: eventId }))
  return answer.ok ? ok(null) : answer
}

/** Deletes a queue that people cannot join yet. Refusals: too_late, not_found, forbidden. */
export async function dropQueue(eventId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('drop_queue', { p_event_id: eventId }))
  return answer.ok ? ok(null) : answer
}
