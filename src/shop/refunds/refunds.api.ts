import { refundStatus, type RefundReason, type RefundWay } from './refund.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { asIs, instant, orNull, row, text, type Of } from '#platform/text/wire.ts'

/** Of `my_wallet`. */
export const REFUND_COLUMNS =
  'id,ticket_id,payment_id,amount,upi_id,reason,note,status,utr,way,settled_how,requested_at,asked_at,refunded_at'

export type RefundWire = RowOf<'refunds', typeof REFUND_COLUMNS>

export const parseRefund = row({
  id: text,
  ticketId: orNull(text),
  paymentId: text,
  amount: toPaise,
  /** Null until the customer gives it. */
  upiId: orNull(text),
  reason: asIs<RefundReason>(),
  note: orNull(text),
  status: refundStatus,
  /** Of a transfer. */
  utr: orNull(text),
  /** Null until it was paid. */
  way: orNull(asIs<RefundWay>()),
  /** bank: the IFSC and the last four digits. other: how it was settled. */
  settledHow: orNull(text),
  /** ISO instants; `requestedAt`: owed since; `askedAt`: null until the customer asks for it. */
  requestedAt: instant,
  askedAt: orNull(instant),
  refundedAt: orNull(instant),
})
export type Refund = Of<typeof parseRefund>

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
