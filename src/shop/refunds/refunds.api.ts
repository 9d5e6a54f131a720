import type { RefundStatus } from './refund.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { PAGE_ROWS, readPages } from '#platform/supabase/read-pages.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { iso, isoOrNull } from '#platform/text/wire-values.ts'

export interface Refund {
  id: string
  /** Null where the money bought no ticket. */
  ticketId: string | null
  paymentId: string
  /** Paise. */
  amount: number
  /** Where it is sent; null until its owner says it. */
  upiId: string | null
  /** `rejected`, `overpaid`: it bought no ticket. `other`: staff say why in `note`. */
  reason: 'cancelled' | 'moved' | 'rejected' | 'overpaid' | 'other'
  /** Why, in the words of staff. */
  note: string | null
  status: RefundStatus
  /** The bank's reference of the transfer; null before it. */
  utr: string | null
  /** ISO instants: since when it is due, and when its owner asked for it; null while the shop alone wrote it down. */
  requestedAt: string
  askedAt: string | null
  refundedAt: string | null
}

const COLUMNS = 'id,ticket_id,payment_id,amount,upi_id,reason,note,status,utr,requested_at,asked_at,refunded_at'

function parseRefund(row: RowOf<'refunds', typeof COLUMNS>): Refund {
  if (typeof row.payment_id !== 'string') throw new TypeError('no refund')
  return {
    id: row.id,
    ticketId: row.ticket_id ?? null,
    paymentId: row.payment_id,
    amount: toPaise(row.amount),
    upiId: row.upi_id ?? null,
    reason: row.reason as Refund['reason'],
    note: row.note ?? null,
    status: row.status === 'refunded' ? 'refunded' : 'requested',
    utr: row.utr ?? null,
    requestedAt: iso(row.requested_at),
    askedAt: isoOrNull(row.asked_at),
    refundedAt: isoOrNull(row.refunded_at),
  }
}

/** Every refund of the caller: asked for, or owed by the shop. */
export async function readMyRefunds(userId: string): Promise<Result<Refund[]>> {
  return readPages(
    async (after) => {
      let query = (await backend()).from('refunds').select(COLUMNS).eq('user_id', userId)
      if (after) query = query.gt('id', after)
      return query.order('id').limit(PAGE_ROWS)
    },
    (row) => row.id,
    parseRefund,
  )
}

/**
 * Asks for the money of an own ticket, to be paid to the UPI id of the profile. Asking again is the same request.
 * Refusals: `not_found`, `not_refundable` (detail: revoked, unchanged, late, begun), `no_upi_id`.
 */
export async function requestRefund(ticketId: string): Promise<Result<Refund>> {
  const answer = await call(async () => (await backend()).rpc('request_refund', { p_ticket_id: ticketId }))
  return parsed(answer, parseRefund)
}

/**
 * Asks for money that the shop owes, to be paid to the UPI id of the profile. Again changes where it goes, as long as it has
 * not gone. Refusals: `not_found`, `no_upi_id`.
 */
export async function claimRefund(refundId: string): Promise<Result<Refund>> {
  const answer = await call(async () => (await backend()).rpc('claim_refund', { p_refund_id: refundId }))
  return parsed(answer, parseRefund)
}
