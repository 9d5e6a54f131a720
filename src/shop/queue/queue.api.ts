import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { askShared, backend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, ms, numberOf } from '#platform/text/wire-values.ts'
import { AGAIN_S, type QueueEntry, type QueueState } from './queue.ts'

interface StateWire {
  event_id: string
  joins_from: string
  opens_at: string
  at: string
  seed_hash: string
  list_hash: string | null
  seed: string | null
  drawn_at: string | null
  joined: number
  drawn: number | null
  last_place: number
  let_in: number
  rate: number
  ended_at: string | null
  again?: number
}

interface EntryWire {
  code: string
  place: number | null
  late: boolean
  joined_at: string
}

const parseState = (row: StateWire | null): QueueState | null =>
  row && {
    eventId: row.event_id,
    joinsFrom: iso(row.joins_from),
    opensAt: iso(row.opens_at),
    at: ms(row.at),
    seedHash: row.seed_hash,
    listHash: row.list_hash,
    seed: row.seed,
    drawnAt: isoOrNull(row.drawn_at),
    joined: numberOf(row.joined),
    drawn: row.drawn === null ? null : numberOf(row.drawn),
    lastPlace: numberOf(row.last_place),
    letIn: numberOf(row.let_in),
    rate: numberOf(row.rate),
    endedAt: isoOrNull(row.ended_at),
    again: numberOf(row.again) || AGAIN_S,
  }

const parseEntry = (row: EntryWire): QueueEntry => ({
  code: row.code,
  place: row.place === null ? null : numberOf(row.place),
  late: row.late,
  joinedAt: iso(row.joined_at),
})

const shared = (name: string, args: Record<string, string>): Promise<Result<unknown>> =>
  callRead(() => askShared(name, args))

/** An event's queue; null without one. For visitors, too. */
export const readQueueState = async (eventId: string): Promise<Result<QueueState | null>> =>
  parsedJson(await shared('queue_state', { p_event_id: eventId }), parseState)

/** The place of a code; null before the draw, and for about a second for who joined after it. */
export const readQueuePlace = async (eventId: string, code: string): Promise<Result<number | null>> =>
  parsedJson(
    await callRead(() => askShared('queue_place', { p_event_id: eventId, p_code: code }, { isKept: false })),
    (place: number | null) => (place === null ? null : numberOf(place)),
  )

/** The codes that are drawn, each followed by a newline; null before the list is closed. */
export const readQueueList = async (eventId: string): Promise<Result<string | null>> =>
  parsedJson(await shared('queue_list', { p_event_id: eventId }), (text: string | null) => text)

/** Puts the caller into a queue; a repeat returns the same entry. Refusals: queue_not_open, queue_ended, not_on_sale,
 * not_found, not_signed_in. */
export async function enterQueue(eventId: string): Promise<Result<QueueEntry>> {
  const answer = await call(async () => (await backend()).rpc('join_queue', { p_event_id: eventId }))
  return parsedJson(answer, parseEntry)
}

/** The caller's entry; null without one. */
export async function readMyEntry(eventId: string): Promise<Result<QueueEntry | null>> {
  const answer = await callRead(async () => (await backend()).rpc('my_queue_place', { p_event_id: eventId }))
  return parsed(answer, (row) => (row === null ? null : parseEntry(row as unknown as EntryWire)))
}
