import type { RefundRecord } from '#shop/refunds/refund-rows.ts'
import { bankReference, methodNames } from '../box-office/box-office-words.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../kit/list/csv-button.tsx'
import { refundReasons } from './refund-words.ts'
import { wayNames } from './way-back.ts'
import { seatsCell } from '../tickets/ticket-state.tsx'

export const refundColumns: CsvColumn<RefundRecord>[] = [
  { head: 'Owed since (IST)', cell: (refund) => csvTime(refund.requestedAt) },
  { head: 'Asked for (IST)', cell: (refund) => csvTime(refund.askedAt) },
  { head: 'Name', cell: (refund) => refund.userName },
  { head: 'Email', cell: (refund) => refund.userEmail },
  { head: 'UPI id', cell: (refund) => refund.upiId },
  { head: 'Amount (INR)', cell: (refund) => rupeesCell(refund.amount) },
  { head: 'State', cell: (refund) => (refund.status === 'refunded' ? 'refunded' : 'owed') },
  { head: 'Paid by', cell: ({ way }) => way && wayNames[way] },
  { head: 'UTR of the refund', cell: ({ utr }) => utr },
  { head: 'To or how', cell: ({ settledHow }) => settledHow },
  { head: 'Refunded (IST)', cell: (refund) => csvTime(refund.refundedAt) },
  { head: 'Why', cell: (refund) => refundReasons[refund.reason] },
  { head: 'Note', cell: (refund) => refund.note },
  { head: 'Seats let in', cell: (refund) => refund.admitted?.seats ?? 0 },
  { head: 'Order', cell: (refund) => refund.orderCode },
  { head: 'UTR of the payment', cell: bankReference },
  { head: 'Method', cell: (refund) => methodNames[refund.method] },
  { head: 'Event', cell: (refund) => refund.eventName },
  { head: 'Event date (IST)', cell: (refund) => csvTime(refund.eventDate) },
  { head: 'Ticket', cell: (refund) => refund.category },
  { head: 'Seats', cell: (refund) => seatsCell(refund.seats) },
]
