import type { Admission, RosterTicket } from './roster-ticket.ts'
import type { GateListRow, GateTicketRow } from '../gate-rows.ts'

/** About what a row takes beyond its text, in bytes. */
const ROW_OVERHEAD_BYTES = 120

/**
 * What the search finds a ticket by, in lower case: each word of the name, each seat, the ticket's code and the order's.
 * Seats are also found without their section: 'balc-a1' by 'a1'.
 */
export function searchTerms(ticket: RosterTicket): string[] {
  const terms = new Set<string>()
  for (const word of (ticket.name ?? '').toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)) if (word) terms.add(word)
  for (const seat of ticket.seats) {
    terms.add(seat.toLowerCase())
    const dash = seat.indexOf('-')
    if (dash > 0) terms.add(seat.slice(dash + 1).toLowerCase())
  }
  if (ticket.code) terms.add(ticket.code.toLowerCase())
  terms.add(ticket.orderCode.toLowerCase())
  return [...terms]
}

export const ticketRow = (ticket: RosterTicket, asked: number): GateTicketRow => ({
  ...ticket,
  terms: searchTerms(ticket),
  asked,
})

/** Different seats let in. */
export const admittedSeats = (admissions: readonly Admission[]): number =>
  new Set(admissions.flatMap((admission) => admission.seats)).size

/** Seats that may come. */
const expectedSeats = (ticket: RosterTicket): number => (ticket.state === 'valid' ? ticket.seats.length : 0)

/** About what a ticket takes on the device, in bytes; the same for a row of the device and for the ticket it was made of. */
function sizeOf(ticket: RosterTicket): number {
  const { terms: _, asked: _asked, ...plain } = ticket as Partial<GateTicketRow>
  return JSON.stringify(plain).length + ROW_OVERHEAD_BYTES
}

type Sums = Pick<GateListRow, 'tickets' | 'bytes' | 'expected' | 'admitted'>

/** The list's sums after `after` took the place of `before` (null: not on the device before, or gone now). */
export function withTicket<T extends Sums>(list: T, before: RosterTicket | null, after: RosterTicket | null): T {
  const of = (ticket: RosterTicket | null) =>
    ticket
      ? { n: 1, bytes: sizeOf(ticket), expected: expectedSeats(ticket), admitted: admittedSeats(ticket.admissions) }
      : { n: 0, bytes: 0, expected: 0, admitted: 0 }
  const [old, now] = [of(before), of(after)]
  return {
    ...list,
    tickets: list.tickets + now.n - old.n,
    bytes: list.bytes + now.bytes - old.bytes,
    expected: list.expected + now.expected - old.expected,
    admitted: list.admitted + now.admitted - old.admitted,
  }
}
