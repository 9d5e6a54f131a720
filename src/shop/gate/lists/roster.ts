import { fold, searchableText, withoutApostrophes } from '#platform/text/fold.ts'
import { isStandingPlace } from '#shop/seats/standing.ts'
import type { Admission, RosterTicket } from './roster-ticket.ts'
import type { GateListRow, GateTicketRow } from '../gate-rows.ts'

const ROW_OVERHEAD_BYTES = 120

/** Returns words to search by, folded: of names (also what follows an apostrophe) and of seats. */
export function searchTerms(ticket: RosterTicket): string[] {
  const names = [ticket.name, ...ticket.passes.map((pass) => pass.name)].map((name) => name || '')
  // Guests do not know the number of a standing place.
  const seats = ticket.seats.filter((seat) => !isStandingPlace(seat))
  const texts = [...names.flatMap((name) => [searchableText(name), fold(withoutApostrophes(name))]), ...seats.map(fold)]
  return [...new Set(texts.flatMap((text) => text.split(' ')).filter(Boolean))]
}

export const ticketRow = (ticket: RosterTicket, asked: number): GateTicketRow => ({
  ...ticket,
  terms: searchTerms(ticket),
  asked,
})

export const admittedSeats = (admissions: readonly Admission[]): number =>
  new Set(admissions.flatMap((admission) => admission.seats)).size

const expectedSeats = (ticket: RosterTicket): number =>
  ticket.state === 'valid' && !ticket.test ? ticket.seats.length : 0

function sizeOf(ticket: RosterTicket): number {
  const { terms: _, asked: _asked, ...plain } = ticket as Partial<GateTicketRow>
  return JSON.stringify(plain).length + ROW_OVERHEAD_BYTES
}

type Sums = Pick<GateListRow, 'tickets' | 'bytes' | 'expected' | 'admitted'>

/** Returns the list with its sums after `after` replaced `before`. */
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
