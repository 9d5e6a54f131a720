import { isApprovedByProof, type PaymentRecord } from '#shop/payments/review-rows.ts'
import type { LineTaxes } from '#shop/payments/payment-rows.ts'
import { taxColumns } from '../kit/list/tax-columns.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../kit/list/csv-button.tsx'
import { bankReference, methodNames } from '../box-office/box-office-words.ts'
import { seatsCell } from '../bookings/ticket-state.tsx'

/** Null unless all lines have them. */
function taxesOfPayment({ lines }: PaymentRecord): LineTaxes | null {
  const known = lines.filter((line) => !line.gone)
  const taxes = known.flatMap((line) => line.taxes ?? [])
  const sum = (part: keyof LineTaxes): number => taxes.reduce((total, line) => total + line[part], 0)
  if (taxes.length === 0 || taxes.length < known.length) return null
  return {
    gst: sum('gst'),
    localTax: sum('localTax'),
    fee: sum('fee'),
    feeGst: sum('feeGst'),
    rounding: sum('rounding'),
  }
}

/** Returns what the order's code took off its prices, in paise. */
export const discountOf = ({ lines }: { lines: readonly { discount: number | null }[] }): number =>
  lines.reduce((sum, { discount }) => sum + (discount ?? 0), 0)

export const paymentColumns: CsvColumn<PaymentRecord>[] = [
  { head: 'Submitted (IST)', cell: (payment) => csvTime(payment.createdAt) },
  { head: 'Order', cell: (payment) => payment.orderCode },
  { head: 'Name', cell: (payment) => payment.userName },
  { head: 'Email', cell: (payment) => payment.email },
  { head: 'UTR', cell: bankReference },
  { head: 'Expected (INR)', cell: (payment) => rupeesCell(payment.expected) },
  { head: 'Code', cell: (payment) => payment.discountCode },
  {
    head: 'Discount (INR)',
    cell: (payment) => (payment.discountCode === null ? null : rupeesCell(discountOf(payment))),
  },
  ...taxColumns(taxesOfPayment),
  { head: 'Stated (INR)', cell: (payment) => rupeesCell(payment.amount) },
  { head: 'Method', cell: (payment) => methodNames[payment.method] },
  { head: 'Sold by', cell: (payment) => payment.sellerName },
  { head: 'State', cell: (payment) => payment.status },
  { head: 'Decided (IST)', cell: (payment) => csvTime(payment.reviewedAt) },
  { head: 'Decided by', cell: (payment) => (isApprovedByProof(payment) ? 'proof' : payment.reviewerName) },
  { head: 'Note', cell: (payment) => payment.reviewNote },
  {
    head: 'Tickets',
    cell: (payment) =>
      payment.lines
        .map((line) => `${line.eventName} ${line.categoryName}: ${seatsCell(line.seats) || line.quantity}`)
        .join('; '),
  },
]
