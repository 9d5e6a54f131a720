import { refundStatus, type RefundReason, type RefundWay } from './refund.ts'
import { paymentMethods } from '#shop/box-office/door-sale.ts'
import { toPaise } from '#shop/prices/money.ts'
import {
  asIs,
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
  type Of,
} from '#platform/text/wire.ts'

const parseAdmitted = row({
  seats: number,
  at: instant,
})

/** Of one ticket, or of money without one. */
const part = {
  id: from('refund_id', text),
  ticketId: orNull(text),
  amount: toPaise,
  reason: asIs<RefundReason>(),
  eventName: or(text, ''),
  category: from('ticket_category', or(text, '')),
  seats: or(list(text), []),
  quantity: number,
  admitted: orNull(parseAdmitted),
  note: orNull(text),
}
const parsePart = row(part)
export type RefundPart = Of<typeof parsePart>

/** The debit of an imported statement: its day, its amount, and that of all refunds with its UTR. */
const parseSeen = row({
  on: text,
  amount: toPaise,
  expected: toPaise,
})

export const parseRefund = row({
  ...part,
  userName: filled,
  userEmail: filled,
  /** Null until the customer gives it, and once it is paid and the account deleted. */
  upiId: orNull(text),
  status: refundStatus,
  utr: orNull(text),
  way: orNull(asIs<RefundWay>()),
  /** bank: the IFSC and the last four digits. other: how it was settled. */
  settledHow: orNull(text),
  /** ISO instants; `requestedAt`: owed since; `askedAt`: null until the customer asks for it. */
  requestedAt: instant,
  refundedAt: orNull(instant),
  askedAt: orNull(instant),
  paymentId: text,
  orderCode: text,
  transactionId: text,
  method: oneOf(paymentMethods),
  /** Who of the staff sold it at the door, to a person without an account: it needs no UPI id. Null for online orders. */
  sellerId: from('made_by', orNull(text)),
  eventDate: orNull(instant),
  paymentLineId: orNull(text),
  /** The file for the bank that is to pay it, or paid it. */
  payoutId: orNull(text),
  seen: orNull(parseSeen),
})
/** One ticket's refund, for spreadsheets. */
export type RefundRecord = Of<typeof parseRefund>
/** What an order is owed in one state, to one UPI id: one row and one transfer, whatever tickets it is for. */
export interface RefundRow extends RefundRecord {
  together: RefundPart[]
}

/** Returns the row of an order: sums and notes are those of all that goes back together. */
export function parseOrder(order: Parameters<typeof parseRefund>[0] & { parts: unknown }): RefundRow {
  const together = list(parsePart)(order.parts)
  const admitted = together.flatMap((part) => part.admitted ?? [])
  return {
    ...parseRefund(order),
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
