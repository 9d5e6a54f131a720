import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { list, moment, number, row, text, type Of } from '#platform/text/wire.ts'
import { iso, ms } from '#platform/text/instant.ts'
import type { GateEvent, RosterState, RosterTicket } from './roster-ticket.ts'

/** Admins may work at every event, gate staff at those they are assigned to. */
export type GateAssignment = GateEvent & Of<typeof parseAssignment>

const parseAssignment = row({
  city: text,
  venue: text,
  /** Milliseconds; the key is available in between (48 h before to 24 h after the start). */
  opensAt: moment,
  closesAt: moment,
  tickets: number,
})

const parseKey = row({ number, key: publicKeyOf })

export const parseKeys = row({
  eventId: text,
  /** Public Ed25519 keys, 64 hexadecimal digits each, by number; without withdrawn keys. */
  keys: (keys: unknown): ReadonlyMap<number, string> =>
    new Map(list(parseKey)(keys).map(({ number: n, key }) => [n, key])),
  withdrawn: list(number),
  /** Milliseconds. */
  opensAt: moment,
  closesAt: moment,
})
export type GateKeys = Of<typeof parseKeys>

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

export const parseAssignments = list((value: EventWire & Parameters<typeof parseAssignment>[0]) => ({
  ...parseEvent(value),
  ...parseAssignment(value),
}))

function publicKeyOf(hex: unknown): string {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('not a key')
  return hex
}

/** Of a list, which may have 100,000 tickets: these are read without tables. */
function given<T>(value: T[]): T[] {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}

export const parseRosterPage = (value: RosterWire, eventId: string): RosterPage => ({
  at: ms(value.at),
  event: parseEvent(value.event),
  categories: value.categories,
  tickets: given(value.rows).map((one) => parseTicket(one, eventId)),
  gone: given(value.gone),
  total: value.total === null ? null : number(value.total),
  next: value.next,
  nextSince: value.next_since,
})

const parseTicket = (ticket: RosterTicketWire, eventId: string): RosterTicket => ({
  id: ticket.id,
  eventId,
  name: ticket.name ?? null,
  ticketCategoryId: ticket.category,
  seats: given(ticket.seats),
  passes: given(ticket.passes ?? []).map(([seat, issue, from, name = false, movedAt, selling]) => ({
    ...{ seat, issue: number(issue), from: number(from) },
    ...(name !== false && { name }),
    ...(movedAt && { movedAt: ms(movedAt) }),
    ...(selling && { selling: true as const }),
  })),
  state: ticket.state,
  reason: ticket.reason ?? null,
  admissions: given(ticket.in ?? []).map((one) => ({
    scanId: one.scan,
    seats: given(one.seats),
    gate: one.gate,
    at: ms(one.at),
  })),
  ...(ticket.test && { test: true }),
})
