import { refundStatus, type RefundReason, type RefundWay } from './refund.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { RowOf } from '#platform/supabase/rows.ts'
import { asIs, instant, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'

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

/** Is idempotent. Refusals: `not_found`, `no_upi_id`, `not_refundable` (detail: revoked, unchanged, late, begun). */
export const requestRefund = (ticketId: string): Promise<Result<Refund>> =>
  asPerson.call('request_refund', { p_ticket_id: ticketId }, parseRefund)

/** Asks for owed money; again changes the UPI id until it is paid. Refusals: `not_found`, `no_upi_id`. */
export const claimRefund = (refundId: string): Promise<Result<Refund>> =>
  asPerson.call('claim_refund', { p_refund_id: refundId }, parseRefund)
