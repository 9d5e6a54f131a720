import { eventStatus, type EventStatus } from '#shop/catalogue/catalogue.ts'
import { iso, isoOrNull, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { paymentMethods, type PaymentMethod } from '#shop/box-office/door-sale.ts'
import { isPaid, type PaymentStatus } from './payment.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { taxesOf, type LineTaxes } from './payment-rows.ts'
import { readPaymentWarning, type PaymentWarning } from './payment-warning.ts'

export interface ReviewLine {
  id: string
  /** Kept when the category is deleted; then `gone` is true and the line has no seats. */
  ticketCategoryId: string
  gone: boolean
  eventName: string
  categoryName: string
  /** ISO instant of the event today; null when it is gone. */
  date: string | null
  venue: string | null
  eventStatus: EventStatus | null
  seats: string[]
  quantity: number
  unitPrice: Paise
  priceNow: Paise | null
  totalAmount: Paise
  /** What the code took off the prices; null without one. */
  discount: Paise | null
  /** Null for a deleted category. */
  taxes: LineTaxes | null
  lostSeats: string[]
  ticket: { id: string; code: string; revokedAt: string | null; revokedReason: string | null } | null
}

/** Times are ISO instants. */
export interface ReviewPayment {
  id: string
  userId: string
  userName: string | null
  email: string | null
  amount: Paise
  /** Null when none of the order's categories exists any more. */
  expected: Paise | null
  transactionId: string
  status: PaymentStatus
  screenshotPath: string | null
  orderId: string
  orderCode: string
  createdAt: string
  reviewedAt: string | null
  reviewerId: string | null
  reviewerName: string | null
  reviewNote: string | null
  method: PaymentMethod
  /** Staff who sold it at the door or gave it to a guest; null for what customers bought. */
  sellerId: string | null
  sellerName: string | null
  lines: ReviewLine[]
  warnings: PaymentWarning[]
  /** Of the order; null without. */
  discountCode: string | null
  /** From then on others may take its seats; null without an end. */
  keptUntil: string | null
  /** Undecided payments of this customer that the list collapses behind this one. */
  moreOfCustomer: number
  /** A trial by an admin: no sum has it. */
  isTest: boolean
}

/** For spreadsheets: without the warnings, which take long for all payments. */
export type PaymentRecord = Omit<ReviewPayment, 'warnings' | 'screenshotPath' | 'keptUntil' | 'moreOfCustomer'>

export const RECORD_COLUMNS =
  'payment_id,user_id,user_name,email,amount,transaction_id,status,order_id,order_code,created_at,reviewed_at,reviewed_by,reviewed_by_name,review_note,expected_amount,lines,method,made_by,made_by_name,is_test'

interface LineWire {
  payment_line_id: string
  ticket_category_id: string
  event_id: string | null
  event_name: string | null
  category_name: string | null
  event_date: string | null
  venue: string | null
  event_status: string | null
  seats: string[] | null
  quantity: number
  unit_price: number
  price_now: number | null
  total_amount: number
  gst_amount: number | null
  local_tax_amount: number | null
  fee_amount: number | null
  fee_gst_amount: number | null
  discount_amount: number | null
  /** The order's, on each of its lines. */
  discount_code: string | null
  lost_seats: string[] | null
  ticket_id: string | null
  ticket_code: string
  revoked_at: string | null
  revoked_reason: string | null
}
interface PaymentWire {
  payment_id: string
  user_id: string
  user_name: string | null
  email: string | null
  amount: number
  expected_amount: number | null
  transaction_id: string
  status: string
  screenshot_url?: string | null
  order_id: string
  order_code: string
  created_at: string
  reviewed_at: string | null
  reviewed_by: string | null
  reviewed_by_name: string | null
  review_note: string | null
  method: string
  made_by: string | null
  made_by_name: string | null
  lines: unknown
  warnings?: unknown
  kept_until?: string | null
  more_of_customer?: number | null
  is_test: boolean
}

const parseLine = (line: LineWire): ReviewLine => ({
  id: line.payment_line_id,
  ticketCategoryId: line.ticket_category_id,
  gone: !line.event_id,
  eventName: line.event_name ?? '',
  categoryName: line.category_name ?? '',
  date: isoOrNull(line.event_date),
  venue: line.venue,
  eventStatus: line.event_status ? eventStatus(line.event_status) : null,
  seats: line.seats ?? [],
  quantity: numberOf(line.quantity),
  unitPrice: toPaise(line.unit_price),
  priceNow: line.price_now === null ? null : toPaise(line.price_now),
  totalAmount: toPaise(line.total_amount),
  discount: line.discount_amount ? toPaise(line.discount_amount) : null,
  taxes: taxesOf(line),
  lostSeats: line.lost_seats ?? [],
  ticket: line.ticket_id
    ? {
        id: line.ticket_id,
        code: line.ticket_code,
        revokedAt: line.revoked_at,
        revokedReason: line.revoked_reason,
      }
    : null,
})

/** True for an order of ₹0 that its customer took: it was neither paid nor decided. Staff give complimentary tickets. */
export const isFreeOrder = ({ method }: Pick<ReviewPayment, 'method'>): boolean => method === 'free'

/** True for an approval that a credit made by itself: no person decided and no staff sold it. */
export const isApprovedByProof = ({
  status,
  reviewerId,
  sellerId,
  method,
}: Pick<ReviewPayment, 'status' | 'reviewerId' | 'sellerId' | 'method'>): boolean =>
  isPaid(status) && reviewerId === null && sellerId === null && method === 'upi'

/** True for a payment that a credit made: its customer paid and submitted neither reference nor picture. */
export const isMadeByCredit = ({
  screenshotPath,
  sellerId,
  method,
}: Pick<ReviewPayment, 'screenshotPath' | 'sellerId' | 'method'>): boolean =>
  screenshotPath === null && sellerId === null && method === 'upi'

export const parseReviewPayment = (row: PaymentWire): ReviewPayment => ({
  id: row.payment_id,
  userId: row.user_id,
  userName: row.user_name || null,
  email: row.email || null,
  amount: toPaise(row.amount),
  expected: row.expected_amount === null ? null : toPaise(row.expected_amount),
  transactionId: row.transaction_id,
  status: row.status as PaymentStatus,
  screenshotPath: row.screenshot_url || null,
  orderId: row.order_id,
  orderCode: row.order_code,
  createdAt: iso(row.created_at),
  reviewedAt: isoOrNull(row.reviewed_at),
  reviewerId: row.reviewed_by,
  reviewerName: row.reviewed_by_name,
  reviewNote: row.review_note || null,
  method: oneOf(paymentMethods, row.method),
  sellerId: row.made_by,
  sellerName: row.made_by_name || null,
  lines: ((row.lines ?? []) as LineWire[]).map(parseLine),
  warnings: ((row.warnings ?? []) as unknown[]).map(readPaymentWarning),
  discountCode: ((row.lines ?? []) as LineWire[])[0]?.discount_code ?? null,
  keptUntil: isoOrNull(row.kept_until),
  moreOfCustomer: numberOf(row.more_of_customer ?? 0),
  isTest: row.is_test,
})

/** Each is served by an index, for each status and for all. */
export const paymentSorts = ['created_at', 'amount', 'transaction_id'] as const
