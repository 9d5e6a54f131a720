import type { Booking } from '#shop/tickets/tickets-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { taxColumns } from '../kit/list/tax-columns.ts'
import { csvTime, rupeesCell, type CsvColumn } from '../kit/list/csv-button.tsx'
import { bankReference, methodNames } from '../box-office/box-office-words.ts'
import { bookingOutcome, seatsCell } from './ticket-state.tsx'

export const ticketColumns: CsvColumn<Booking>[] = [
  { head: 'Booked (IST)', cell: (booking) => csvTime(booking.createdAt) },
  { head: 'Order', cell: (booking) => booking.orderCode },
  { head: 'UTR', cell: bankReference },
  { head: 'Method', cell: (booking) => methodNames[booking.method] },
  { head: 'Name', cell: (booking) => booking.userName },
  { head: 'Email', cell: (booking) => booking.userEmail },
  { head: 'Singer', cell: (booking) => booking.singerName },
  { head: 'Event', cell: (booking) => booking.eventName },
  { head: 'Event date (IST)', cell: (booking) => csvTime(booking.eventDate) },
  { head: 'Ticket', cell: (booking) => booking.category },
  { head: 'Quantity', cell: (booking) => booking.quantity },
  { head: 'Seats', cell: (booking) => seatsCell(booking.seats) },
  { head: 'Amount (INR)', cell: (booking) => rupeesCell(booking.totalAmount) },
  ...taxColumns((booking: Booking) => booking.taxes ?? null),
  { head: 'State', cell: bookingOutcome },
  { head: 'Ticket code', cell: (booking) => booking.code && formatTypedCode(booking.code) },
  { head: 'Revoked because', cell: (booking) => booking.revokedReason },
]
