import type { CheckIn } from '#shop/gate/gate-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { csvTime, type CsvColumn } from '../kit/list/csv-button.tsx'
import { seatsCell } from '../tickets/seats-text.ts'

/** Same as at the gate: a ticket with a refund due is not valid. */
function stateOf({ status, refund }: CheckIn): string {
  if (refund) return refund === 'refunded' ? 'refunded' : 'refund due'
  return status === 'completed' ? 'valid' : 'revoked'
}

export const checkInColumns: CsvColumn<CheckIn>[] = [
  { head: 'Ticket code', cell: (row) => formatTypedCode(row.code) },
  { head: 'Order', cell: (row) => row.orderCode },
  { head: 'Name', cell: (row) => row.userName },
  { head: 'Email', cell: (row) => row.userEmail },
  { head: 'Ticket', cell: (row) => row.categoryName },
  { head: 'Seats', cell: (row) => seatsCell(row.seats) },
  { head: 'State', cell: stateOf },
  { head: 'Seats in', cell: (row) => row.admittedSeats.join(' ') },
  { head: 'People in', cell: (row) => row.admittedSeats.length },
  { head: 'First in (IST)', cell: (row) => csvTime(row.firstInAt) },
  { head: 'Last in (IST)', cell: (row) => csvTime(row.lastInAt) },
  { head: 'Gates', cell: (row) => row.gates.join(', ') },
]
