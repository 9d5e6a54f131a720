import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { iso, list, ms, numberOf } from '#platform/text/wire-values.ts'
import type { GateEvent, RosterState, RosterTicket } from './roster-ticket.ts'

/** Admins may work at every event, gate staff at those they are assigned to. */
export interface GateAssignment extends GateEvent {
  city: string
  venue: string
  /** Milliseconds; the key is available in between (48 h before to 24 h after the start). */
  opensAt: number
  closesAt: number
  tickets: number
}

export interface GateKeys {
  eventId: string
  /** Public Ed25519 keys, 64 hexadecimal digits each, by number; without withdrawn keys. */
  keys: ReadonlyMap<number, string>
  withdrawn: number[]
  /** Milliseconds. */
  opensAt: number
  closesAt: number
}

export interface RosterPage {
  /** Server time, milliseconds. */
  at: number
  event: GateEvent
  categories: Record<string, string>
  tickets: RosterTicket[]
  /** Order lines to delete: they have become tickets. */
  gone: string[]
  /** Rows in the whole roster; null in a delta. */
  total: number | null
  /** Pass as `after` for the next page; null on the last. */
  next: string | null
  /** Pass as `since` for the next delta; from the FIRST page of a download (it already overlaps two minutes). */
  nextSince: string
}

interface EventWire {
  event_id?: string
  id?: string
  name: string
  date: string
  status: string
  screen_only?: boolean
}
type AssignmentWire = EventWire & { city: string; venue: string; opens_at: string; closes_at: string; tickets: number }
interface KeysWire {
  event_id: string
  keys: { number: number; key: string }[]
  withdrawn: number[]
  opens_at: string
  closes_at: string
}
interface RosterTicketWire {
  id: string
  name: string | null
  category: string
  seats: string[]
  /** [seat, issue, from, name or false if it is the customer's, when it was bound to another device or null, true while it is
   * being sold], by number; missing of what has none. */
  passes?: [string, number, number, (string | null | false)?, (string | null)?, boolean?][]
  state: RosterState
  reason: string | null
  test?: boolean
  in: { scan: string; seats: string[]; gate: string; at: string }[] | null
}
interface RosterWire {
  at: string
  event: EventWire
  categories: Record<string, string>
  rows: RosterTicketWire[]
  gone: string[]
  total: number | null
  next: string | null
  next_since: string
}

const parseEvent = (value: EventWire): GateEvent => ({
  id: value.event_id ?? value.id ?? '',
  name: value.name,
  date: iso(value.date),
  status: eventStatus(value.status),
  ...(value.screen_only && { screenOnly: true as const }),
})

export const parseAssignments = (value: AssignmentWire[]): GateAssignment[] =>
  list(value).map((event) => ({
    ...parseEvent(event),
    city: event.city,
    venue: event.venue,
    opensAt: ms(event.opens_at),
    closesAt: ms(event.closes_at),
    tickets: numberOf(event.tickets),
  }))

export const parseKeys = (value: KeysWire): GateKeys => ({
  eventId: value.event_id,
  keys: new Map(list(value.keys).map((one) => [numberOf(one.number), publicKeyOf(one.key)])),
  withdrawn: list(value.withdrawn).map(Number),
  opensAt: ms(value.opens_at),
  closesAt: ms(value.closes_at),
})

function publicKeyOf(hex: string): string {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('not a key')
  return hex
}

export const parseRosterPage = (value: RosterWire, eventId: string): RosterPage => ({
  at: ms(value.at),
  event: parseEvent(value.event),
  categories: value.categories,
  tickets: list(value.rows).map((row) => parseTicket(row, eventId)),
  gone: list(value.gone),
  total: value.total === null ? null : numberOf(value.total),
  next: value.next,
  nextSince: value.next_since,
})

const parseTicket = (row: RosterTicketWire, eventId: string): RosterTicket => ({
  id: row.id,
  eventId,
  name: row.name ?? null,
  ticketCategoryId: row.category,
  seats: list(row.seats),
  passes: list(row.passes ?? []).map(([seat, issue, from, name = false, movedAt, selling]) => ({
    ...{ seat, issue: numberOf(issue), from: numberOf(from) },
    ...(name !== false && { name }),
    ...(movedAt && { movedAt: ms(movedAt) }),
    ...(selling && { selling: true as const }),
  })),
  state: row.state,
  reason: row.reason ?? null,
  admissions: list(row.in ?? []).map((one) => ({
    scanId: one.scan,
    seats: list(one.seats),
    gate: one.gate,
    at: ms(one.at),
  })),
  ...(row.test && { test: true }),
})
