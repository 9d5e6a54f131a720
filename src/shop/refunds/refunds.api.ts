import type { RefundReason, RefundStatus, RefundWay } from './refund.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { iso, isoOrNull } from '#platform/text/wire-values.ts'

export interface Refund {
  id: string
  ticketId: string | null
  paymentId: string
  /** Paise. */
  amount: number
  /** Null until the customer gives it. */
  upiId: string | null
  reason: RefundReason
  note: string | null
  status: RefundStatus
  /** Of a transfer. */
  utr: string | null
  /** Null until it was paid. */
  way: RefundWay | null
  /** bank: the IFSC and the last four digits. other: how it was settled. */
  settledHow: string | null
  /** ISO instants; `requestedAt`: owed since; `askedAt`: null until the customer asks for it. */
  requestedAt: string
  askedAt: string | null
  refundedAt: string | null
}

/** Of `my_wallet`. */
export const REFUND_COLUMNS =
  'id,ticket_id,payment_id,amount,upi_id,reason,note,status,utr,way,settled_how,requested_at,asked_at,refunded_at'

export type RefundWire = RowOf<'refunds', typeof REFUND_COLUMNS>

export function parseRefund(row: RefundWire): Refund {
  if (typeof row.payment_id !== 'string') throw new TypeError('no refund')
  return {
    id: row.id,
    ticketId: row.ticket_id,
    paymentId: row.payment_id,
    amount: toPaise(row.amount),
    upiId: row.upi_id,
    reason: row.reason as RefundReason,
    note: row.note,
    status: row.status === 'refunded' ? 'refunded' : 'requested',
    utr: row.utr,
    way: row.way as RefundWay | null,
    settledHow: row.settled_how,
    requestedAt: iso(row.requested_at),
    askedAt: isoOrNull(row.asked_at),
    refundedAt: isoOrNull(row.refunded_at),
  }
}

/** Idempotent. Refusals: `not_found`, `no_upi_id`, `not_refundable` (detail: revoked, unchanged, late, begun). */
export async function requestRefund(ticketId: string): Promise<Result<Refund>> {
  const answer = await call(async () => (await backend()).rpc('request_refund', { p_ticket_id: ticketId }))
  return parsed(answer, parseRefund)
}

/** Asks for owed money; again changes the UPI id until it is paid. Refusals: `not_found`, `no_upi_id`. */
export async function claimRefund(refundId: string): Promise<Result<Refund>> {
  const answer = await call(async () => (await backend()).rpc('claim_refund', { p_refund_id: refundId }))
  return parsed(answer, parseRefund)
}
