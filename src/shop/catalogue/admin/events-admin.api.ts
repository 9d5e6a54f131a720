import { eventStatus } from '../catalogue.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { Backend } from '#platform/supabase/client.ts'
import { instant, row, text, type Of } from '#platform/text/wire.ts'
import { readTable, type ListQuery, type Page } from '#platform/supabase/list-query.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { addRow, deleteRow, readRow } from '#platform/supabase/rows.ts'
import { EVENT_COLUMNS, parseEvent, type EventFacts, type EventListRow, type Publicity } from './event-rows.ts'

export type { EventFacts, EventListRow, Publicity } from './event-rows.ts'

export interface EventDraft extends EventFacts {
  singerId: string
  /** ISO instant */
  date: string
}

/** `open`: upcoming, and not cancelled. */
export type EventWhen = 'upcoming' | 'past' | 'open' | 'all'
export const eventSorts = ['date', 'singer_name', 'city', 'venue', 'tickets_sold', 'total_tickets'] as const

export function listEvents(
  query: ListQuery,
  when: EventWhen,
  now: Date,
  publicity: Publicity | 'all' = 'all',
): Promise<Result<Page<EventListRow>>> {
  const rowsOf = (client: Backend) => {
    let rows = client.from('event_list').select(EVENT_COLUMNS, { count: 'exact' })
    if (when === 'upcoming' || when === 'open') rows = rows.gte('date', now.toISOString())
    if (when === 'open') rows = rows.neq('status', 'cancelled')
    if (when === 'past') rows = rows.lt('date', now.toISOString())
    if (publicity === 'draft') rows = rows.is('published_at', null)
    else if (publicity !== 'all') rows = rows.not('published_at', 'is', null)
    if (publicity === 'paused') rows = rows.not('paused_at', 'is', null)
    if (publicity === 'published') rows = rows.is('paused_at', null)
    return rows
  }
  return readTable(query, rowsOf, parseEvent)
}

export const readEventRow = (id: string): Promise<Result<EventListRow>> =>
  readRow((client) => client.from('event_list').select(EVENT_COLUMNS).eq('id', id), parseEvent)

/** Returns another event with the draft's singer, instant and venue (case and spaces ignored), or null. */
export function readSameEvent(
  id: string,
  draft: Pick<EventDraft, 'singerId' | 'date' | 'venue'>,
): Promise<Result<EventListRow | null>> {
  const folded = (venue: string): string => venue.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return asStaff.rows(
    (client) =>
      client
        .from('event_list')
        .select(EVENT_COLUMNS)
        .eq('singer_id', draft.singerId)
        .eq('date', draft.date)
        .neq('id', id),
    (rows) => rows.map(parseEvent).find((event) => folded(event.venue) === folded(draft.venue)) ?? null,
  )
}

const IDS_PER_QUERY = 100

/** Returns those of `ids` that begin at or after `from`, soonest first. */
export async function readEventRows(ids: readonly string[], from: Date): Promise<Result<EventListRow[]>> {
  const found: EventListRow[] = []
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const some = ids.slice(at, at + IDS_PER_QUERY)
    const rows = await asStaff.rows(
      (client) => client.from('event_list').select(EVENT_COLUMNS).in('id', some).gte('date', from.toISOString()),
      (all) => all.map(parseEvent),
    )
    if (!rows.ok) return rows
    found.push(...rows.value)
  }
  return ok(found.sort((a, b) => (a.date < b.date ? -1 : 1)))
}

const parseName = row({
  id: text,
  singerName: text,
  city: text,
  /** ISO instant */
  date: instant,
  status: eventStatus,
})
export type EventName = Of<typeof parseName>

export async function readEventNames(from: Date): Promise<Result<EventName[]>> {
  const rows = await asStaff.pages(
    (client) => client.from('event_list').select('id,singer_name,city,date,status').gte('date', from.toISOString()),
    parseName,
  )
  return rows.ok ? ok(rows.value.sort((a, b) => (a.date < b.date ? -1 : 1))) : rows
}

/** Adds a published event under the caller's id; a repeat adds nothing twice. */
export const addEvent = (id: string, { singerId, ...draft }: EventDraft): Promise<Result<null>> =>
  addRow('events', { id, singer_id: singerId, ...draft }, () => readEventRow(id))

/** Refuses with in_use while seats, orders or payments depend on it. */
export const deleteEvent = (id: string): Promise<Result<null>> => deleteRow('events', id)

/** Stops sales and frees holds; tickets stay visible as cancelled. */
export const cancelEvent = (id: string, reason: string): Promise<Result<null>> =>
  asStaff.call('cancel_event', { p_event_id: id, p_reason: reason })

/** Missing fields stay as they are. `date` is an ISO instant. */
export interface EventMove {
  date?: string
  city?: string
  venue?: string
}

/** Moves an event; tickets stay valid and show the previous date. */
export const moveEvent = (id: string, { date, city, venue }: EventMove): Promise<Result<null>> =>
  asStaff.call('move_event', {
    p_event_id: id,
    ...(date === undefined ? {} : { p_date: date }),
    ...(city === undefined ? {} : { p_city: city }),
    ...(venue === undefined ? {} : { p_venue: venue }),
  })
