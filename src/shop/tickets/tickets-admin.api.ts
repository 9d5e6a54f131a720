import type { Result } from '#platform/failure/failure.ts'
import { paymentMethods } from '#shop/box-office/door-sale.ts'
import { toPaise } from '#shop/prices/money.ts'
import { taxesOf } from '#shop/payments/payment-rows.ts'
import { checkTypedCode } from './ticket-code.ts'
import {
  asIs,
  boolean,
  filled,
  from,
  instant,
  list,
  number,
  oneOf,
  or,
  orNull,
  row,
  text,
  whole,
  type Of,
} from '#platform/text/wire.ts'
import { backend, type Backend } from '#platform/supabase/client.ts'
import {
  rangeOf,
  readFile,
  readLongList,
  searched,
  searchText,
  type ListQuery,
  type Page,
  type Reading,
} from '#platform/supabase/list-query.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { readRow } from '#platform/supabase/rows.ts'

export type BookingStatus = 'completed' | 'pending' | 'failed'

/** 'recent': tickets of the last 24 hours, as the dashboard counts them: without tests, unless these alone are asked for. */
export type BookingFilter = BookingStatus | 'recent'
const RECENT_MS = 24 * 60 * 60 * 1000

/** Each is served by an index, for each status and for all. */
export const bookingSorts = ['created_at', 'total_amount'] as const

interface Narrowed<Q> {
  eq: (column: 'payment_status', value: string) => Q
  gte: (column: 'issued_at', value: string) => Q
  is: (column: 'is_test', value: boolean) => Q
}

const listed = (
  client: Backend,
  { search, event, tests }: Pick<ListQuery, 'search' | 'event' | 'tests'>,
  filter: BookingFilter | null,
) =>
  searched(
    client,
    ['get_all_tickets', 'search_tickets'],
    asked(search) === undefined && event === undefined
      ? null
      : { p_search: asked(search), p_status: filter ?? undefined, p_event: event },
    tests,
  )

/** Ticket codes are stored without hyphens. */
const asked = (text: string): string | undefined => searchText(checkTypedCode(text) ?? text)

function matching<Q extends Narrowed<Q>>(all: Q, filter: BookingFilter | null, tests?: boolean): Q {
  const only = tests ?? (filter === 'recent' ? false : undefined)
  const rows = only === undefined ? all : all.is('is_test', only)
  if (filter === 'recent') return rows.gte('issued_at', new Date(Date.now() - RECENT_MS).toISOString())
  return filter ? rows.eq('payment_status', filter) : rows
}

const record = {
  /** Null while the payment is pending or rejected. */
  ticketId: orNull(text),
  orderCode: text,
  transactionId: text,
  method: oneOf(paymentMethods),
  userName: filled,
  userEmail: filled,
  singerName: orNull(text),
  eventName: or(text, ''),
  eventDate: orNull(instant),
  category: from('ticket_category', or(text, '')),
  quantity: number,
  seats: or(list(text), []),
  totalAmount: toPaise,
  /** Null for a deleted category. */
  taxes: whole(taxesOf),
  status: from('payment_status', asIs<BookingStatus>()),
  code: orNull(text),
  revokedReason: orNull(text),
  createdAt: instant,
}
const parseRecord = row(record)
/** A booking for spreadsheets. */
export type BookingRecord = Of<typeof parseRecord>

const parseBooking = row({
  ...record,
  id: from('payment_line_id', text),
  paymentId: text,
  userId: text,
  eventId: orNull(text),
  /** Staff who sold it at the door or gave it to a guest; null for what customers bought. */
  sellerId: from('made_by', orNull(text)),
  /** Null for a deleted category. */
  ticketCategoryId: orNull(text),
  isTest: boolean,
})
/** A line of an order, with its ticket once there is one. Times are ISO instants. */
export type Booking = Of<typeof parseBooking>

/** Lists bookings; a `filter` of null lists all. */
export function listBookings(query: ListQuery, filter: BookingFilter | null): Promise<Result<Page<Booking>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const { ascending } = query.sort
    return matching(listed(client, query, filter).select('*'), filter, query.tests)
      .order(query.sort.column, { ascending })
      .order('payment_line_id', { ascending })
      .range(...rangeOf(query))
  }
  return readLongList({ name: 'bookings', filter }, query, run, parseBooking)
}

/** Fails with `not_found` for an unknown id. */
export const readBooking = (id: string): Promise<Result<Booking>> =>
  readRow((client) => client.rpc('get_all_tickets').select('*').eq('payment_line_id', id), parseBooking)

const parseTicketScan = row({
  id: text,
  verdict: text,
  seats: list(text),
  reason: orNull(text),
  gate: text,
  /** ISO instant */
  at: from('corrected_at', instant),
})
export type TicketScan = Of<typeof parseTicketScan>

export const readScans = (eventId: string, ticketId: string): Promise<Result<TicketScan[]>> =>
  asStaff.rows(
    (client) =>
      client
        .from('ticket_scans')
        .select('id,verdict,seats,reason,gate,corrected_at')
        .eq('event_id', eventId)
        .eq('known_ticket', ticketId)
        .order('corrected_at', { ascending: false }),
    list(parseTicketScan),
  )

/** Characters; the database refuses more. */
export const MAX_REASON_CHARACTERS = 500

/** Revokes a ticket: it stays, with the reason for its owner, and its seats become free. */
export const revokeTicket = (ticketId: string, reason: string): Promise<Result<null>> =>
  asStaff.call('revoke_tickets', { p_ticket_ids: [ticketId], p_reason: reason })

/** Reads all bookings for a file, without test orders unless the query asks for them alone. */
export const everyBooking = <L = BookingRecord>(
  query: Pick<ListQuery, 'search' | 'sort' | 'event' | 'tests'>,
  filter: BookingFilter | null,
  reading?: Reading<BookingRecord, L>,
): Promise<Result<L[]>> =>
  readFile({ ...query, list: 'bookings', search: asked(query.search), filter }, parseRecord, reading)

/** Refusals: seats_taken (detail: taken lines), unknown_seat, already_decided (revoked), not_found. */
export const changeTicketSeats = (ticketId: string, seats: readonly string[], reason: string): Promise<Result<null>> =>
  asStaff.call('change_ticket_seats', { p_ticket_id: ticketId, p_seats: [...seats], p_reason: reason })
