import { paymentStatuses } from './payment.ts'
import {
  boolean,
  from,
  instant,
  isTrue,
  list,
  number,
  oneOf,
  orNull,
  row,
  text,
  whole,
  type Of,
} from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'
import { parsePapers, PAPER_COLUMNS } from '#shop/papers/paper.ts'

interface TaxesWire {
  gst_amount: number | null
  local_tax_amount: number | null
  fee_amount: number | null
  fee_gst_amount: number | null
  rounding_amount: number
}
/** Returns the taxes, fee and rounding of a line; null for a deleted category. */
export function taxesOf(line: TaxesWire) {
  const { gst_amount: gst, local_tax_amount: local, fee_amount: fee, fee_gst_amount: feeGst } = line
  if (gst === null || local === null || fee === null || feeGst === null) return null
  const rounding = toPaise(line.rounding_amount)
  return { gst: toPaise(gst), localTax: toPaise(local), fee: toPaise(fee), feeGst: toPaise(feeGst), rounding }
}
/** Paise, within the line's total. */
export type LineTaxes = NonNullable<ReturnType<typeof taxesOf>>

const parseLine = row({
  line: number,
  ticketCategoryId: orNull(text),
  eventName: text,
  categoryName: text,
  /** ISO instant and place at the time of payment; null when the category was already gone. */
  eventDate: orNull(instant),
  venue: orNull(text),
  seats: list(text),
  quantity: number,
  /** As typed: before the fee, and before GST unless it contained it. */
  unitPrice: toPaise,
  totalAmount: toPaise,
  /** The line's tax and fee; null for a deleted category. */
  taxes: whole(taxesOf),
})

export const parsePayment = row({
  id: text,
  orderId: text,
  orderCode: text,
  transactionId: text,
  amount: toPaise,
  status: oneOf(paymentStatuses),
  createdAt: instant,
  reviewedAt: orNull(instant),
  reviewNote: orNull(text),
  lines: from('payment_lines', (lines: never) =>
    list(parseLine)(lines)
      .sort((a, b) => a.line - b.line)
      .map(({ line: _, ...rest }) => rest),
  ),
  papers: parsePapers,
  /** A trial by an admin. */
  isTest: boolean,
  /** No picture belongs to it: its money came by itself, it is of ₹0, or staff made it. */
  withoutPicture: from('screenshot_url', (path: string) => path === ''),
})
export type PaymentWire = Parameters<typeof parsePayment>[0]

/** Amounts are paise and times ISO instants, in the lines, too. */
export interface Payment extends Of<typeof parsePayment> {
  /** True while every paid seat is under review for this payment or sold to it. */
  seatsHeld: boolean
  /** It came when a hold would not have given its seats at this price: it kept none, and staff decide. */
  keptNothing: boolean
  /** From then on others may take the seats of an undecided payment; null without an end. */
  keptUntil: string | null
}

/** True when the money came, and nothing was submitted for it. */
export const cameByItself = ({ withoutPicture, amount }: Pick<Payment, 'withoutPicture' | 'amount'>): boolean =>
  withoutPicture && amount > 0

// Names the foreign keys: the tables are linked in several ways.
export const PAYMENT_COLUMNS =
  `id,order_id,order_code,transaction_id,amount,screenshot_url,status,created_at,reviewed_at,review_note,is_test,payment_lines!payment_lines_payment_id_fkey(line,ticket_category_id,event_date,venue,event_name,category_name,seats,quantity,unit_price,total_amount,gst_amount,local_tax_amount,fee_amount,fee_gst_amount,rounding_amount),papers(${PAPER_COLUMNS})` as const

export const parseCheckedPayment = row({
  orderId: text,
  status: oneOf(paymentStatuses),
  seatsHeld: isTrue,
  keptUntil: orNull(instant),
  keptNothing: boolean,
  reviewedAt: orNull(instant),
  reviewNote: orNull(text),
})
export type CheckedPayment = Of<typeof parseCheckedPayment>
