import { paymentStatuses, type PaymentStatus } from './payment.ts'
import { iso, isoOrNull, oneOf, numberOf } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'

interface PaymentLine {
  ticketCategoryId: string | null
  eventName: string
  categoryName: string
  /** ISO instant and place at the time of payment; null when the category was already gone. */
  eventDate: string | null
  venue: string | null
  seats: string[]
  quantity: number
  /** Before GST and fee. */
  unitPrice: number
  totalAmount: number
  /** The line's tax and fee; null for a deleted category. */
  taxes: LineTaxes | null
}
/** Paise, within the line's total. */
export interface LineTaxes {
  gst: number
  localTax: number
  fee: number
  feeGst: number
}
/** Amounts are paise and times ISO instants, in the lines, too. */
export interface Payment {
  id: string
  orderId: string
  orderCode: string
  transactionId: string
  amount: number
  status: PaymentStatus
  createdAt: string
  reviewedAt: string | null
  reviewNote: string | null
  lines: PaymentLine[]
  /** True while every paid seat is under review for this payment or sold to it. */
  seatsHeld: boolean
  /** It came when a hold would not have given its seats at this price: it kept none, and staff decide. */
  keptNothing: boolean
  /** From then on others may take the seats of an undecided payment; null without an end. */
  keptUntil: string | null
  /** A trial by an admin. */
  isTest: boolean
  /** No picture belongs to it: its money came by itself, it is of ₹0, or staff made it. */
  withoutPicture: boolean
}

/** True when the money came, and nothing was submitted for it. */
export const cameByItself = ({ withoutPicture, amount }: Pick<Payment, 'withoutPicture' | 'amount'>): boolean =>
  withoutPicture && amount > 0

// Names the foreign keys: the tables are linked in several ways.
export const PAYMENT_COLUMNS =
  'id,order_id,order_code,transaction_id,amount,screenshot_url,status,created_at,reviewed_at,review_note,is_test,payment_lines!payment_lines_payment_id_fkey(line,ticket_category_id,event_date,venue,event_name,category_name,seats,quantity,unit_price,total_amount,gst_amount,local_tax_amount,fee_amount,fee_gst_amount)'

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
  gst_amount: number | null
  local_tax_amount: number | null
  fee_amount: number | null
  fee_gst_amount: number | null
}
export interface PaymentWire {
  id: string
  order_id: string
  order_code: string
  transaction_id: string
  amount: number
  screenshot_url: string
  status: string
  created_at: string
  reviewed_at: string | null
  review_note: string | null
  is_test: boolean
  payment_lines: LineWire[]
}
interface CheckedWire {
  order_id: string
  status: string
  seats_held: boolean
  kept_until: string | null
  kept_nothing: boolean
  reviewed_at: string | null
  review_note: string | null
}

/** Null for a deleted category. */
export function taxesOf(
  line: Pick<LineWire, 'gst_amount' | 'local_tax_amount' | 'fee_amount' | 'fee_gst_amount'>,
): LineTaxes | null {
  const { gst_amount: gst, local_tax_amount: local, fee_amount: fee, fee_gst_amount: feeGst } = line
  if (gst === null || local === null || fee === null || feeGst === null) return null
  return { gst: toPaise(gst), localTax: toPaise(local), fee: toPaise(fee), feeGst: toPaise(feeGst) }
}

export function parsePayment(row: PaymentWire): Omit<Payment, 'seatsHeld' | 'keptUntil' | 'keptNothing'> {
  const lines = [...row.payment_lines].sort((a, b) => a.line - b.line)
  return {
    id: row.id,
    orderId: row.order_id,
    orderCode: row.order_code,
    transactionId: row.transaction_id,
    amount: toPaise(row.amount),
    status: oneOf(paymentStatuses, row.status),
    createdAt: iso(row.created_at),
    reviewedAt: isoOrNull(row.reviewed_at),
    reviewNote: row.review_note,
    lines: lines.map((line) => ({
      ticketCategoryId: line.ticket_category_id,
      eventName: line.event_name,
      categoryName: line.category_name,
      eventDate: isoOrNull(line.event_date),
      venue: line.venue,
      seats: line.seats,
      quantity: numberOf(line.quantity),
      unitPrice: toPaise(line.unit_price),
      totalAmount: toPaise(line.total_amount),
      taxes: taxesOf(line),
    })),
    isTest: row.is_test,
    withoutPicture: row.screenshot_url === '',
  }
}

export interface CheckedPayment {
  orderId: string
  status: PaymentStatus
  seatsHeld: boolean
  keptUntil: string | null
  keptNothing: boolean
  reviewedAt: string | null
  reviewNote: string | null
}

export const parseCheckedPayment = (row: CheckedWire): CheckedPayment => ({
  orderId: row.order_id,
  status: oneOf(paymentStatuses, row.status),
  seatsHeld: row.seats_held === true,
  keptUntil: isoOrNull(row.kept_until),
  keptNothing: row.kept_nothing,
  reviewedAt: isoOrNull(row.reviewed_at),
  reviewNote: row.review_note,
})
