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

export const RECORD_COLUMNS =
  'payment_id,user_id,user_name,email,amount,transaction_id,status,order_id,order_code,created_at,reviewed_at,reviewed_by,reviewed_by_name,review_note,expected_amount,lines,method,made_by,made_by_name,is_test'

const parseTicket = row({
  id: from('ticket_id', text),
  code: from('ticket_code', text),
  revokedAt: orNull(text),
  revokedReason: orNull(text),
})

const parseLine = row({
  id: from('payment_line_id', text),
  /** Kept when the category is deleted; then `gone` is true and the line has no seats. */
  ticketCategoryId: text,
  gone: from('event_id', (id: string | null) => !id),
  eventName: or(text, ''),
  categoryName: or(text, ''),
  /** ISO instant of the event today; null when it is gone. */
  date: from('event_date', orNull(instant)),
  venue: orNull(text),
  eventStatus: orNull(eventStatus),
  seats: or(list(text), []),
  quantity: number,
  unitPrice: toPaise,
  priceNow: orNull(toPaise),
  totalAmount: toPaise,
  /** What the code took off the prices; null without one. */
  discount: from('discount_amount', (rupees: number | null) => (rupees ? toPaise(rupees) : null)),
  /** Null for a deleted category. */
  taxes: whole(taxesOf),
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

/** For spreadsheets: without the warnings, which take long for all payments. */
const record = {
  id: from('payment_id', text),
  userId: text,
  userName: filled,
  email: filled,
  amount: toPaise,
  /** Null when none of the order's categories exists any more. */
  expected: from('expected_amount', orNull(toPaise)),
  transactionId: text,
  status: oneOf(paymentStatuses),
  orderId: text,
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
  lines: or(list(parseLine), []),
  /** Of the order; null without. */
  discountCode: from('lines', (lines: { discount_code?: string | null }[] | null) => lines?.[0]?.discount_code ?? null),
  /** A trial by an admin: no sum has it. */
  isTest: boolean,
}
export const parseRecord = row(record)
export type PaymentRecord = Of<typeof parseRecord>

export const parseReviewPayment = row({
  ...record,
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
