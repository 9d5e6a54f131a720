import type { RefundRow } from '#backend/refunds-admin-api.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../csv-button.tsx'

/** What the file of refunds has. */
export const refundColumns: CsvColumn<RefundRow>[] = [
  { head: 'Requested (IST)', cell: (refund) => csvTime(refund.requestedAt) },
  { head: 'Name', cell: (refund) => refund.userName },
  { head: 'Email', cell: (refund) => refund.userEmail },
  { head: 'UPI id', cell: (refund) => refund.upiId },
  { head: 'Amount (INR)', cell: (refund) => rupeesCell(refund.amount) },
  { head: 'State', cell: (refund) => refund.status },
  { head: 'UTR of the refund', cell: (refund) => refund.utr },
  { head: 'Refunded (IST)', cell: (refund) => csvTime(refund.refundedAt) },
  { head: 'Because the event was', cell: (refund) => refund.reason },
  { head: 'Order', cell: (refund) => refund.orderCode },
  { head: 'UTR of the payment', cell: (refund) => refund.transactionId },
  { head: 'Event', cell: (refund) => refund.eventName },
  { head: 'Event date (IST)', cell: (refund) => csvTime(refund.eventDate) },
  { head: 'Ticket', cell: (refund) => refund.category },
  { head: 'Seats', cell: (refund) => refund.seats.join(' ') },
]
