import { eventStatus } from '#shop/catalogue/catalogue.ts'
import {
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
import { paymentMethods } from '#shop/box-office/door-sale.ts'
import { isPaid, paymentStatuses } from './payment.ts'
import { toPaise } from '#shop/prices/money.ts'
import { taxesOf } from './payment-rows.ts'
import { readPaymentWarning } from './payment-warning.ts'

const parseTicket = row({
  id: from('ticket_id', text),
  code: from('ticket_code', text),
  revokedAt: orNull(text),
  revokedReason: orNull(text),
})

/** A line as it was sold. */
const part = {
  gone: from('event_id', (id: string | null) => !id),
  eventName: or(text, ''),
  categoryName: or(text, ''),
  seats: or(list(text), []),
  quantity: number,
  /** What the code took off the prices; null without one. */
  discount: from('discount_amount', (rupees: number | null) => (rupees ? toPaise(rupees) : null)),
  /** Null for a deleted category. */
  taxes: whole(taxesOf),
}

const parseLine = row({
  ...part,
  id: from('payment_line_id', text),
  /** Kept when the category is deleted; then `gone` is true and the line has no seats. */
  ticketCategoryId: text,
  /** ISO instant of the event today; null when it is gone. */
  date: from('event_date', orNull(instant)),
  venue: orNull(text),
  eventStatus: orNull(eventStatus),
  unitPrice: toPaise,
  priceNow: orNull(toPaise),
  totalAmount: toPaise,
  lostSeats: or(list(text), []),
  ticket: whole((line: { ticket_id: string | null }) => (line.ticket_id ? parseTicket(line as never) : null)),
})
export type ReviewLine = Of<typeof parseLine>

/**
 * Returns true for an order of ₹0 that its customer took: it was neither paid nor decided. Staff give complimentary
 * tickets.
 */
export const isFreeOrder = ({ method }: Pick<ReviewPayment, 'method'>): boolean => method === 'free'

/** Returns true for an approval that a credit made by itself: no person decided and no staff sold it. */
export const isApprovedByProof = ({
  status,
  reviewerId,
  sellerId,
  method,
}: Pick<ReviewPayment, 'status' | 'reviewerId' | 'sellerId' | 'method'>): boolean =>
  isPaid(status) && reviewerId === null && sellerId === null && method === 'upi'

/** Returns true for a payment that a credit made: its customer paid and submitted neither reference nor picture. */
export const isMadeByCredit = ({
  screenshotPath,
  sellerId,
  method,
}: Pick<ReviewPayment, 'screenshotPath' | 'sellerId' | 'method'>): boolean =>
  screenshotPath === null && sellerId === null && method === 'upi'

const record = {
  userName: filled,
  email: filled,
  amount: toPaise,
  /** Null when none of the order's categories exists any more. */
  expected: from('expected_amount', orNull(toPaise)),
  transactionId: text,
  status: oneOf(paymentStatuses),
  orderCode: text,
  createdAt: instant,
  reviewedAt: orNull(instant),
  reviewerId: from('reviewed_by', orNull(text)),
  reviewerName: from('reviewed_by_name', orNull(text)),
  reviewNote: filled,
  method: oneOf(paymentMethods),
  /** Staff who sold it at the door or gave it to a guest; null for what customers bought. */
  sellerId: from('made_by', orNull(text)),
  sellerName: from('made_by_name', filled),
}
export const parseRecord = row({
  ...record,
  lines: from('parts', or(list(row(part)), [])),
  /** Of the order; null without. */
  discountCode: orNull(text),
})
/** For spreadsheets: without what takes long for all payments, the warnings and each line as it is now. */
export type PaymentRecord = Of<typeof parseRecord>

export const parseReviewPayment = row({
  ...record,
  id: from('payment_id', text),
  userId: text,
  orderId: text,
  lines: or(list(parseLine), []),
  /** Of the order; null without. */
  discountCode: from('lines', (lines: { discount_code?: string | null }[] | null) => lines?.[0]?.discount_code ?? null),
  /** A trial by an admin: no sum has it. */
  isTest: boolean,
  screenshotPath: from('screenshot_url', filled),
  warnings: or(list(readPaymentWarning), []),
  /** From then on others may take its seats; null without an end. */
  keptUntil: orNull(instant),
  /** Undecided payments of this customer that the list collapses behind this one. */
  moreOfCustomer: or(number, 0),
})
/** Times are ISO instants. */
export type ReviewPayment = Of<typeof parseReviewPayment>

/** Each is served by an index, for each status and for all. */
export const paymentSorts = ['created_at', 'amount', 'transaction_id'] as const
