import type { PaymentStatus } from './payment.ts'
import { toPaise } from '#shop/prices/money.ts'

export interface PaymentLine {
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

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

// Every embedded table names its foreign key: there are several ways from one to the other.
export const PAYMENT_COLUMNS =
  'id,order_id,order_code,transaction_id,amount,status,created_at,reviewed_at,review_note,' +
  'payment_lines!payment_lines_payment_id_fkey(line,ticket_category_id,event_date,venue,event_name,category_name,seats,quantity,unit_price,total_amount)'

const iso = (value: string): string => new Date(value).toISOString()

/** Without what a payment's row does not say: whether its seats are still kept. */
export function parsePayment(row: Raw): Omit<Payment, 'seatsHeld' | 'keptUntil'> {
  const lines: Raw[] = [...(row.payment_lines ?? [])].sort((a: Raw, b: Raw) => a.line - b.line)
  return {
    id: row.id,
    orderId: row.order_id,
    orderCode: row.order_code,
    transactionId: row.transaction_id,
    amount: toPaise(row.amount),
    status: statusOf(row.status),
    createdAt: iso(row.created_at),
    reviewedAt: row.reviewed_at ? iso(row.reviewed_at) : null,
    reviewNote: row.review_note ?? null,
    lines: lines.map((line) => ({
      ticketCategoryId: line.ticket_category_id ?? null,
      eventName: line.event_name,
      categoryName: line.category_name,
      eventDate: line.event_date ? iso(line.event_date) : null,
      venue: line.venue ?? null,
      seats: line.seats ?? [],
      quantity: Number(line.quantity),
      unitPrice: toPaise(line.unit_price),
      totalAmount: toPaise(line.total_amount),
    })),
  }
}

function statusOf(value: unknown): PaymentStatus {
  if (value === 'pending' || value === 'approved' || value === 'rejected') return value
  throw new TypeError(`unknown status ${String(value)}`)
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
export const parseCheckedPayment = (row: Raw): CheckedPayment => ({
  orderId: row.order_id,
  status: statusOf(row.status),
  seatsHeld: row.seats_held === true,
  keptUntil: row.kept_until ? iso(row.kept_until) : null,
  reviewedAt: row.reviewed_at ? iso(row.reviewed_at) : null,
  reviewNote: row.review_note ?? null,
})
