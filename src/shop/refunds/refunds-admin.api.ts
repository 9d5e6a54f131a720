import type { RefundStatus, RefundWay } from './refund.ts'
import { parseOrder, parseRefund, type RefundRecord, type RefundRow } from './refund-rows.ts'
import type { Result } from '#platform/failure/failure.ts'
import { ok } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { from, isTrue, list, row, text, type Of } from '#platform/text/wire.ts'
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

/** Each is served by an index, for each status and for all. */
export const refundSorts = ['requested_at', 'transfer'] as const

const listed = (client: Backend, { search, event }: Pick<ListQuery, 'search' | 'event'>, status: RefundStatus | null) =>
  searched(
    client,
    ['get_refunds', 'search_refunds'],
    searchText(search) === undefined && event === undefined
      ? null
      : { p_search: searchText(search), p_status: status ?? undefined, p_event: event },
  )

const matching = <Q extends { eq: (column: 'status', value: string) => Q }>(rows: Q, status: RefundStatus | null): Q =>
  status ? rows.eq('status', status) : rows

/** Lists refunds; a `status` of null lists all. */
export function listRefunds(query: ListQuery, status: RefundStatus | null): Promise<Result<Page<RefundRow>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const { ascending } = query.sort
    return (
      matching(listed(client, query, status).select('*'), status)
        .not('transfer', 'is', null)
        // Two that were recorded at the same moment may both have a sum.
        .is('leads', true)
        .order(query.sort.column, { ascending })
        .order('refund_id', { ascending })
        .range(...rangeOf(query))
    )
  }
  return readLongList({ name: 'refunds', filter: status }, query, run, parseOrder)
}

/** Reads all refunds for a file, one a ticket. */
export const everyRefund = <L = RefundRecord>(
  { search, sort, event }: Pick<ListQuery, 'search' | 'sort' | 'event'>,
  status: RefundStatus | null,
  reading?: Reading<RefundRecord, L>,
): Promise<Result<L[]>> => {
  const by = sort.column === 'transfer' ? { ...sort, column: 'amount' } : sort
  return readFile(
    { list: 'refunds', search: searchText(search), filter: status, event, sort: by },
    parseRefund,
    reading,
  )
}

/** How staff paid a refund. `to`: a UPI id where the customer gave none, an account and its IFSC, or how it was settled. */
export interface PaidBack {
  way: RefundWay
  utr: string | null
  to: string | null
}

/**
 * Marks all that goes back together as paid, once; revokes the tickets. `of` as staff read it: a UPI id or an amount that changed meanwhile is
 * refused. Refusals: invalid, no_upi_id, changed_meanwhile (detail: UPI id), amount_changed (detail: rupees now), admitted
 * (detail: seats, at), not_refundable, already_decided (detail: utr), transaction_used (detail: order code).
 */
export const markRefunded = (
  of: Pick<RefundRow, 'id' | 'upiId' | 'amount'>,
  { way, utr, to }: PaidBack,
  admitted: boolean,
): Promise<Result<null>> =>
  asStaff.call('mark_refunded', {
    p_refund_id: of.id,
    p_utr: utr ?? undefined,
    p_upi_id: of.upiId ?? undefined,
    p_admitted: admitted,
    p_amount: of.amount / 100,
    p_way: way,
    p_to: to ?? undefined,
    p_all: true,
  })

export const MAX_REFUND_NOTE_CHARACTERS = 500

const parseRefundable = row({
  most: toPaise,
  owed: toPaise,
  /** False when only the customer says what came in. */
  inStatement: isTrue,
  /** Lines with valid tickets: their money goes back by a refund of the ticket. */
  lineIds: from('lines', list(text)),
})
export type Refundable = Of<typeof parseRefundable>

/** Reads the limits of a refund without a ticket. Refusals: not_found. */
export const readRefundable = (paymentId: string): Promise<Result<Refundable>> =>
  asStaff.read('find_refundable', { p_payment_id: paymentId }, parseRefundable)

/**
 * Records money as owed, for a ticket (which then opens no gate) or without one; without `amount`, as much as possible.
 * Refusals: own_payment, not_refundable (detail: 'pending', 'nothing', 'tickets', or {most, tickets} in rupees).
 */
export const startRefund = (
  of: { paymentId: string; ticketId: string | null },
  note: string,
  amount: Paise | null = null,
): Promise<Result<{ id: string; amount: Paise }>> =>
  asStaff.call(
    'start_refund',
    {
      p_payment_id: of.paymentId,
      p_ticket_id: of.ticketId ?? undefined,
      p_amount: amount === null ? undefined : amount / 100,
      p_note: note,
    },
    row({ id: text, amount: toPaise }),
  )

/** Deletes owed, unpaid refunds, one after another. Refusals: not_found, already_decided (paid), not_refundable. */
export async function dropRefunds(ids: readonly string[]): Promise<Result<null>> {
  for (const id of ids) {
    const answer = await asStaff.call('drop_refund', { p_refund_id: id })
    if (!answer.ok) return answer
  }
  return ok(null)
}
