import type { RefundStatus } from './refund.ts'
import type { Result } from '#platform/failure/failure.ts'
import { ok } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import type { RowFrom } from '#platform/supabase/row-types.ts'
import { iso, isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { PAGE_ROWS } from '#platform/supabase/read-pages.ts'
import { backend, type Backend } from '#platform/supabase/client.ts'
import {
  afterId,
  rangeOf,
  readEvery,
  readLongList,
  searchText,
  type ListQuery,
  type Page,
} from '#platform/supabase/list-query.ts'

/** Why money goes back. `rejected`, `overpaid`: it bought no ticket. `other`: staff say why in `note`. */
export type RefundReason = 'cancelled' | 'moved' | 'rejected' | 'overpaid' | 'other'

/** Money that goes back, with whom and what it is for. */
export interface RefundRow {
  id: string
  /** Null where the money bought no ticket. */
  ticketId: string | null
  userName: string | null
  userEmail: string | null
  amount: Paise
  /** Where it is sent; null until the customer says it, and once it is paid and the account gone. */
  upiId: string | null
  reason: RefundReason
  /** Why, as staff wrote it for the customer who reads it. */
  note: string | null
  status: RefundStatus
  /** The bank's reference of the transfer that paid it back. */
  utr: string | null
  /** ISO instants: since when it is due, when it was sent, and when the customer asked (null: the shop wrote it down). */
  requestedAt: string
  refundedAt: string | null
  askedAt: string | null
  /** Seats of the ticket that were let in, and when the first; null when none. */
  admitted: { seats: number; at: string } | null
  paymentId: string
  orderCode: string
  /** Reference of the payment that is paid back. */
  transactionId: string
  eventName: string
  eventDate: string | null
  category: string
  seats: string[]
  quantity: number
  /** The booking; null where there is no ticket. */
  paymentLineId: string | null
}

/** Each is served by an index, in each state and over all. */
export const refundSorts = ['requested_at', 'amount'] as const

const parseAdmitted = (value: { seats: number; at: string }): { seats: number; at: string } => ({
  seats: value.seats,
  at: iso(value.at),
})

const parseRefund = (
  row: RowFrom<
    'get_refunds',
    | 'ticket_id'
    | 'user_name'
    | 'user_email'
    | 'upi_id'
    | 'note'
    | 'utr'
    | 'refunded_at'
    | 'asked_at'
    | 'admitted'
    | 'event_name'
    | 'event_date'
    | 'ticket_category'
    | 'seats'
    | 'payment_line_id'
  >,
): RefundRow => ({
  id: row.refund_id,
  ticketId: row.ticket_id ?? null,
  userName: row.user_name || null,
  userEmail: row.user_email || null,
  amount: toPaise(row.amount),
  upiId: row.upi_id ?? null,
  reason: row.reason as RefundReason,
  note: row.note ?? null,
  status: row.status === 'refunded' ? 'refunded' : 'requested',
  utr: row.utr ?? null,
  requestedAt: iso(row.requested_at),
  refundedAt: isoOrNull(row.refunded_at),
  askedAt: isoOrNull(row.asked_at),
  admitted: row.admitted ? parseAdmitted(row.admitted as { seats: number; at: string }) : null,
  paymentId: row.payment_id,
  orderCode: row.order_code,
  transactionId: row.transaction_id,
  eventName: row.event_name ?? '',
  eventDate: isoOrNull(row.event_date),
  category: row.ticket_category ?? '',
  seats: row.seats ?? [],
  quantity: numberOf(row.quantity),
  paymentLineId: row.payment_line_id ?? null,
})

/** The list, or what a search finds of it, counted; `every` with the id that its pages begin after. */
const listed = (
  client: Backend,
  search: string | undefined,
  status: RefundStatus | null,
  every?: { after: string | null },
) =>
  search === undefined
    ? client.rpc('get_refunds')
    : (client.rpc(
        'search_refunds',
        { p_search: search, p_status: status ?? undefined, ...afterId(every?.after ?? null, every !== undefined) },
        every ? {} : { count: 'exact' },
      ) as unknown as ReturnType<typeof client.rpc<'get_refunds'>>)

/** The status of a list, whatever is read of it. */
function matching<Q extends { eq: (column: 'status', value: string) => Q }>(rows: Q, status: RefundStatus | null): Q {
  return status ? rows.eq('status', status) : rows
}

/** One page of refunds of a status (null: of all). */
export function listRefunds(query: ListQuery, status: RefundStatus | null): Promise<Result<Page<RefundRow>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const { ascending } = query.sort
    return matching(listed(client, searchText(query.search), status).select('*'), status)
      .order(query.sort.column, { ascending })
      .order('refund_id', { ascending })
      .range(...rangeOf(query))
  }
  return readLongList({ name: 'refunds', filter: status }, query, run, parseRefund)
}

/** Every refund that the list has on all its pages together. */
export function everyRefund(
  query: Pick<ListQuery, 'search' | 'sort'>,
  status: RefundStatus | null,
  onRows?: (n: number) => void,
): Promise<Result<RefundRow[]>> {
  return readEvery(
    async (after) => {
      const client = await backend({ console: true })
      const rows = matching(listed(client, searchText(query.search), status, { after }).select('*'), status)
      return (after ? rows.gt('refund_id', after) : rows).order('refund_id').limit(PAGE_ROWS)
    },
    { key: 'refund_id', sort: query.sort, parse: parseRefund, onRows },
  )
}

/**
 * Notes that the money was sent to `upiId`, with the bank's reference; the ticket is taken back. The same again changes
 * nothing. Refusals: invalid (no reference), no_upi_id, changed_meanwhile (detail: the UPI id now), admitted (detail: seats,
 * at; not with `admitted`), not_refundable (less came in), already_decided (marked with another reference; detail: utr),
 * transaction_used (the reference paid another customer; detail: their order's code).
 */
export async function markRefunded(
  id: string,
  paid: { utr: string; upiId: string; admitted: boolean },
): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('mark_refunded', {
      p_refund_id: id,
      p_utr: paid.utr,
      p_upi_id: paid.upiId,
      p_admitted: paid.admitted,
    }),
  )
  return answer.ok ? ok(null) : answer
}

/** Longest reason of a refund that staff start, in characters. */
export const REFUND_NOTE_MAX = 500

/** What staff may pay back of a payment without a ticket. */
export interface Refundable {
  most: Paise
  /** Written down already, and not paid. */
  owed: Paise
  /** A bank's statement says what came in; else its customer alone. */
  inStatement: boolean
  /** Lines of the payment whose tickets are valid: their money goes back by a refund of the ticket. */
  lineIds: string[]
}

/** How much of a decided payment a refund without a ticket may say. Refusals: not_found. */
export async function readRefundable(paymentId: string): Promise<Result<Refundable>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('find_refundable', { p_payment_id: paymentId }),
  )
  return parsedJson(answer, (found: { most: number; owed: number; in_statement: boolean; lines: string[] }) => ({
    most: toPaise(found.most),
    owed: toPaise(found.owed),
    inStatement: found.in_statement === true,
    lineIds: found.lines,
  }))
}

/**
 * Writes down that money of a payment is owed, and why: that of one ticket, which opens no gate from then on, or without
 * one what keeps no ticket valid. Everything that can go back unless `amount` says less. Refusals: own_payment,
 * not_refundable (detail: 'pending', 'nothing', 'tickets', or {most, tickets} in rupees).
 */
export async function startRefund(
  of: { paymentId: string; ticketId: string | null },
  note: string,
  amount: Paise | null = null,
): Promise<Result<{ id: string; amount: Paise }>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('start_refund', {
      p_payment_id: of.paymentId,
      p_ticket_id: of.ticketId ?? undefined,
      p_amount: amount === null ? undefined : amount / 100,
      p_note: note,
    }),
  )
  return answer.ok ? ok({ id: answer.value.id, amount: toPaise(answer.value.amount) }) : answer
}

/** Takes back what was written down as owed and not paid. Refusals: not_found, already_decided (it was paid), not_refundable. */
export async function dropRefund(id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('drop_refund', { p_refund_id: id }))
  return answer.ok ? ok(null) : answer
}
