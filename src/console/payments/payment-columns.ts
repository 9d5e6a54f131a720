import type { PaymentRecord } from '#shop/payments/review-rows.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../kit/list/csv-button.tsx'
import { seatsCell } from '../tickets/seats-text.ts'

export const paymentColumns: CsvColumn<PaymentRecord>[] = [
  { head: 'Submitted (IST)', cell: (payment) => csvTime(payment.createdAt) },
  { head: 'Order', cell: (payment) => payment.orderCode },
  { head: 'Name', cell: (payment) => payment.userName },
  { head: 'Email', cell: (payment) => payment.email },
  { head: 'UTR', cell: (payment) => payment.transactionId },
  { head: 'Expected (INR)', cell: (payment) => rupeesCell(payment.expected) },
  { head: 'Claimed (INR)', cell: (payment) => rupeesCell(payment.amount) },
  { head: 'State', cell: (payment) => payment.status },
  { head: 'Decided (IST)', cell: (payment) => csvTime(payment.reviewedAt) },
  { head: 'Decided by', cell: (payment) => payment.reviewerName },
  { head: 'Note', cell: (payment) => payment.reviewNote },
  {
    head: 'Tickets',
    cell: (payment) =>
      payment.lines
        .map((line) => `${line.eventName} ${line.categoryName}: ${seatsCell(line.seats) || line.quantity}`)
        .join('; '),
  },
]
