import type { CheckIn, CheckInPerson } from '#shop/gate/gate-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { csvTime, type CsvColumn } from '../kit/list/csv-button.tsx'
import { seatsCell } from '../tickets/ticket-state.tsx'

/** Same as at the gate: a ticket with a refund owed is not valid. */
function stateOf({ status, refund }: CheckIn): string {
  if (refund) return refund === 'refunded' ? 'refunded' : 'refund owed'
  return status === 'completed' ? 'valid' : 'revoked'
}

/** One row of the file: one person. */
export type PersonRow = CheckIn & { person: CheckInPerson }

export const checkInRows = (tickets: readonly CheckIn[]): PersonRow[] =>
  tickets.flatMap((ticket) => ticket.people.map((person) => ({ ...ticket, person })))

export const checkInColumns: CsvColumn<PersonRow>[] = [
  { head: 'Ticket code', cell: (row) => formatTypedCode(row.code) },
  { head: 'Order', cell: (row) => row.orderCode },
  { head: 'Name', cell: (row) => row.person.name },
  { head: 'Received from', cell: (row) => (row.person.received ? row.userName : null) },
  { head: 'Buyer’s email', cell: (row) => row.userEmail },
  { head: 'Ticket', cell: (row) => row.categoryName },
  { head: 'Seat', cell: (row) => seatsCell([row.person.seat]) },
  { head: 'State', cell: stateOf },
  { head: 'In (IST)', cell: (row) => csvTime(row.person.inAt) },
  { head: 'Gate', cell: (row) => row.person.gate },
]
