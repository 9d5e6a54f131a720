import type { Result } from '#platform/failure/failure.ts'
import { callRead, parsedJson } from '#platform/supabase/call.ts'
import { askShared } from '#platform/supabase/client.ts'
import { boolean, instant, moment, number, orNull, row, text } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import { AGAIN_S, type QueueEntry, type QueueState } from './queue.ts'

const parseState = orNull(
  row({
    eventId: text,
    joinsFrom: instant,
    opensAt: instant,
    at: moment,
    seedHash: text,
    listHash: orNull(text),
    seed: orNull(text),
    drawnAt: orNull(instant),
    joined: number,
    drawn: orNull(number),
    lastPlace: number,
    letIn: number,
    rate: number,
    endedAt: orNull(instant),
    again: (seconds: unknown) => Number(seconds) || AGAIN_S,
  }),
)

const parseEntry = row({
  code: text,
  place: orNull(number),
  late: boolean,
  joinedAt: instant,
})

/** `isKept` as of askShared(). */
const readShared = async <T, U>(
  name: string,
  args: Record<string, string>,
  parse: (answer: T) => U,
  isKept = true,
): Promise<Result<U>> => parsedJson(await callRead(() => askShared(name, args, { isKept })), parse)

/** Returns an event's queue; null without one. For visitors, too. */
export const readQueueState = (eventId: string): Promise<Result<QueueState | null>> =>
  readShared('queue_state', { p_event_id: eventId }, parseState)

/** Returns the place of a code; null before the draw, and for about a second for who joined after it. */
export const readQueuePlace = (eventId: string, code: string): Promise<Result<number | null>> =>
  readShared('queue_place', { p_event_id: eventId, p_code: code }, orNull(number), false)

/** The codes that are drawn, each followed by a newline; null before the list is closed. */
export const readQueueList = (eventId: string): Promise<Result<string | null>> =>
  readShared('queue_list', { p_event_id: eventId }, orNull(text))

/** Puts the caller into a queue; a repeat returns the same entry. Refusals: queue_not_open, queue_ended, not_on_sale,
 * not_found, not_signed_in. */
export const enterQueue = (eventId: string): Promise<Result<QueueEntry>> =>
  asPerson.call('join_queue', { p_event_id: eventId }, parseEntry)

/** Returns the caller's entry; null without one. */
export const readMyEntry = (eventId: string): Promise<Result<QueueEntry | null>> =>
  asPerson.read('my_queue_place', { p_event_id: eventId }, orNull(parseEntry))
