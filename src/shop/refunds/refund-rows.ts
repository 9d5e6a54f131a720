import type { RefundReason, RefundStatus, RefundWay } from './refund.ts'
import { paymentMethods, type PaymentMethod } from '#shop/box-office/door-sale.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { iso, isoOrNull, numberOf, oneOf } from '#platform/text/wire-values.ts'

/** Of one ticket, or of money without one. */
export interface RefundPart {
  id: string
  ticketId: string | null
  amount: Paise
  reason: RefundReason
  eventName: string
  category: string
  seats: string[]
  quantity: number
  admitted: { seats: number; at: string } | null
  note: string | null
}

/** What an order is owed in one state, to one UPI id: one row and one transfer, whatever tickets it is for. */
export interface RefundRow {
  id: string
  together: RefundPart[]
  ticketId: string | null
  userName: string | null
  userEmail: string | null
  amount: Paise
  /** Null until the customer gives it, and once it is paid and the account deleted. */
  upiId: string | null
  reason: RefundReason
  note: string | null
  status: RefundStatus
  utr: string | null
  way: RefundWay | null
  /** bank: the IFSC and the last four digits. other: how it was settled. */
  settledHow: string | null
  /** ISO instants; `requestedAt`: owed since; `askedAt`: null until the customer asks for it. */
  requestedAt: string
  refundedAt: string | null
  askedAt: string | null
  admitted: { seats: number; at: string } | null
  paymentId: string
  orderCode: string
  transactionId: string
  method: PaymentMethod
  /** Who of the staff sold it at the door, to a person without an account: it needs no UPI id. Null for online orders. */
  sellerId: string | null
  eventName: string
  eventDate: string | null
  category: string
  seats: string[]
  quantity: number
  paymentLineId: string | null
}

/** One ticket's refund, for spreadsheets. */
export type RefundRecord = Omit<RefundRow, 'together'>

const parseAdmitted = (value: { seats: number; at: string }): { seats: number; at: string } => ({
  seats: value.seats,
  at: iso(value.at),
})

export const recordColumns =
  'refund_id, ticket_id, user_name, user_email, amount, upi_id, reason, note, status, utr, way, settled_how, requested_at, refunded_at, asked_at, admitted, payment_id, order_code, transaction_id, method, made_by, event_name, event_date, ticket_category, seats, quantity, payment_line_id'

interface RecordWire {
  refund_id: string
  ticket_id: string | null
  user_name: string | null
  user_email: string | null
  amount: number
  upi_id: string | null
  reason: string
  note: string | null
  status: string
  utr: string | null
  way: string | null
  settled_how: string | null
  requested_at: string
  refunded_at: string | null
  asked_at: string | null
  admitted: unknown
  payment_id: string
  order_code: string
  transaction_id: string
  method: string
  made_by: string | null
  event_name: string | null
  event_date: string | null
  ticket_category: string | null
  seats: string[] | null
  quantity: number
  payment_line_id: string | null
}

export const parseRefund = (row: RecordWire): RefundRecord => ({
  id: row.refund_id,
  ticketId: row.ticket_id,
  userName: row.user_name || null,
  userEmail: row.user_email || null,
  amount: toPaise(row.amount),
  upiId: row.upi_id,
  reason: row.reason as RefundReason,
  note: row.note,
  status: row.status === 'refunded' ? 'refunded' : 'requested',
  utr: row.utr,
  way: row.way as RefundWay | null,
  settledHow: row.settled_how,
  requestedAt: iso(row.requested_at),
  refundedAt: isoOrNull(row.refunded_at),
  askedAt: isoOrNull(row.asked_at),
  admitted: row.admitted ? parseAdmitted(row.admitted as { seats: number; at: string }) : null,
  paymentId: row.payment_id,
  orderCode: row.order_code,
  transactionId: row.transaction_id,
  method: oneOf(paymentMethods, row.method),
  sellerId: row.made_by,
  eventName: row.event_name ?? '',
  eventDate: isoOrNull(row.event_date),
  category: row.ticket_category ?? '',
  seats: row.seats ?? [],
  quantity: numberOf(row.quantity),
  paymentLineId: row.payment_line_id,
})

interface PartWire {
  refund_id: string
  ticket_id: string | null
  amount: number
  reason: string
  event_name: string | null
  ticket_category: string | null
  seats: string[]
  quantity: number
  admitted: { seats: number; at: string } | null
  note: string | null
}

const parsePart = (part: PartWire): RefundPart => ({
  id: part.refund_id,
  ticketId: part.ticket_id,
  amount: toPaise(part.amount),
  reason: part.reason as RefundReason,
  eventName: part.event_name ?? '',
  category: part.ticket_category ?? '',
  seats: part.seats,
  quantity: numberOf(part.quantity),
  admitted: part.admitted && parseAdmitted(part.admitted),
  note: part.note,
})

/** The row of an order: sums and notes are those of all that goes back together. */
export function parseOrder(row: RecordWire & { parts: unknown }): RefundRow {
  const together = (row.parts as PartWire[]).map(parsePart)
  const admitted = together.flatMap((part) => part.admitted ?? [])
  return {
    ...parseRefund(row),
    together,
    amount: together.reduce((sum, part) => sum + part.amount, 0),
    quantity: together.reduce((sum, part) => sum + part.quantity, 0),
    note: [...new Set(together.flatMap(({ note }) => note ?? []))].join('; ') || null,
    admitted:
      admitted.length === 0
        ? null
        : { seats: admitted.reduce((sum, { seats }) => sum + seats, 0), at: admitted.map(({ at }) => at).sort()[0]! },
  }
}
