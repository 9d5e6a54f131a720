import { ok, type Result } from '#platform/failure/failure.ts'
import { callRead } from '#platform/supabase/call.ts'
import { backend, orNull as nullArgument } from '#platform/supabase/client.ts'
import { ms } from '#platform/text/instant.ts'
import { instant, number, or, orNull, row, text } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { AdminQueue, QueueTimes } from './queue-admin.ts'

const COLUMNS = 'joins_from,opens_at,per_minute,listed_at'

/** What queue_state returns. */
const parseState = row({
  rate: number,
  seedHash: text,
  listHash: orNull(text),
  drawnAt: orNull(instant),
  endedAt: orNull(instant),
  seed: orNull(text),
  joined: number,
  drawn: orNull(number),
  letIn: number,
  at: instant,
})

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
  return asStaff.read(
    'queue_state',
    { p_event_id: eventId },
    // Null: removed between the two calls.
    or(
      (said: Parameters<typeof parseState>[0]) => ({
        ...parseState(said),
        joinsFrom: asWritten(joins_from),
        opensAt: asWritten(opens_at),
        perMinute: orNull(number)(per_minute),
        listedAt: orNull(instant)(listed_at),
      }),
      null,
    ),
  )
}

/** Gives an event a queue, or changes it. Refusals: invalid and too_late (detail: the argument), queue_ended, not_on_sale,
 * not_found, forbidden. */
export const saveQueue = (eventId: string, times: QueueTimes): Promise<Result<null>> =>
  asStaff.call('save_queue', {
    p_event_id: eventId,
    p_joins_from: times.joinsFrom,
    p_opens_at: times.opensAt,
    p_per_minute: nullArgument<number>(times.perMinute),
  })

/** Lets everyone buy from now on; a repeat changes nothing. Refusals: not_found, forbidden. */
export const endQueue = (eventId: string): Promise<Result<null>> => asStaff.call('end_queue', { p_event_id: eventId })

/** Deletes a queue that people cannot join yet. Refusals: too_late, not_found, forbidden. */
export const dropQueue = (eventId: string): Promise<Result<null>> => asStaff.call('drop_queue', { p_event_id: eventId })
