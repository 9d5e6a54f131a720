import { paymentStatuses, type PaymentStatus } from './payment.ts'
import { iso, isoOrNull, oneOf, numberOf } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'

interface PaymentLine {
  ticketCategoryId: string | null
  eventName: string
  categoryName: string
  /** ISO instant and place as they were when it was paid; null for a category that was gone by then. */
  eventDate: string | null
  venue: string | null
  seats: string[]
  quantity: number
  /** Paise for one seat before GST and fee; missing in rows that an earlier version stored. */
  unitPrice?: number
  /** Paise. */
  totalAmount: number
}
export interface Payment {
  id: string
  orderId: string
  orderCode: string
  /** The UPI reference as the customer gave it, upper case. */
  transactionId: string
  /** Paise. */
  amount: number
  status: PaymentStatus
  /** ISO instants. */
  createdAt: string
  reviewedAt: string | null
  /** What staff say to the customer. */
  reviewNote: string | null
  lines: PaymentLine[]
  /** Every seat paid for is still kept for it: under review, or sold to it. */
  seatsHeld: boolean
  /** ISO instant from which others may take the seats of a payment that is still checked; null without an end. */
  keptUntil?: string | null
}

// Every embedded table names its foreign key: there are several ways from one to the other.
export const PAYMENT_COLUMNS =
  'id,order_id,order_code,transaction_id,amount,status,created_at,reviewed_at,review_note,payment_lines!payment_lines_payment_id_fkey(line,ticket_category_id,event_date,venue,event_name,category_name,seats,quantity,unit_price,total_amount)'

interface LineWire {
  line: number
  ticket_category_id: string | null
  event_date: string | null
  venue: string | null
  event_name: string
  category_name: string
  seats: string[]
  quantity: number
  unit_price: number
  total_amount: number
}
interface PaymentWire {
  id: string
  order_id: string
  order_code: string
  transaction_id: string
  amount: number
  status: string
  created_at: string
  reviewed_at: string | null
  review_note: string | null
  payment_lines: LineWire[]
}
/** What `check_payment_status` returns of one payment. */
interface CheckedWire {
  order_id: string
  status: string
  seats_held: boolean
  kept_until: string | null
  reviewed_at: string | null
  review_note: string | null
}

/** Without what a payment's row does not say: whether its seats are still kept. */
export function parsePayment(row: PaymentWire): Omit<Payment, 'seatsHeld' | 'keptUntil'> {
  const lines = [...(row.payment_lines ?? [])].sort((a, b) => a.line - b.line)
  return {
    id: row.id,
    orderId: row.order_id,
    orderCode: row.order_code,
    transactionId: row.transaction_id,
    amount: toPaise(row.amount),
    status: oneOf(paymentStatuses, row.status),
    createdAt: iso(row.created_at),
    reviewedAt: isoOrNull(row.reviewed_at),
    reviewNote: row.review_note ?? null,
    lines: lines.map((line) => ({
      ticketCategoryId: line.ticket_category_id ?? null,
      eventName: line.event_name,
      categoryName: line.category_name,
      eventDate: isoOrNull(line.event_date),
      venue: line.venue ?? null,
      seats: line.seats ?? [],
      quantity: numberOf(line.quantity),
      unitPrice: toPaise(line.unit_price),
      totalAmount: toPaise(line.total_amount),
    })),
  }
}

/** What one payment has come to, as its customer may ask by its reference. */
export interface CheckedPayment {
  orderId: string
  status: PaymentStatus
  seatsHeld: boolean
  keptUntil: string | null
  reviewedAt: string | null
  reviewNote: string | null
}

/** The answer of `check_payment_status` for one payment. */
export const parseCheckedPayment = (row: CheckedWire): CheckedPayment => ({
  orderId: row.order_id,
  status: oneOf(paymentStatuses, row.status),
  seatsHeld: row.seats_held === true,
  keptUntil: isoOrNull(row.kept_until),
  reviewedAt: isoOrNull(row.reviewed_at),
  reviewNote: row.review_note ?? null,
})
