import type { MyTicket } from '#shop/device/schema.ts'
import { ticketState } from '../wallet/ticket-groups.ts'

export interface ProfileCounts {
  /** Seats bought, without revoked ones. */
  tickets: number
  /** Events, however many tickets for each. */
  upcoming: number
  past: number
}

type Counted = Pick<MyTicket, 'id' | 'eventId' | 'date' | 'eventStatus' | 'revokedAt' | 'paymentStatus' | 'quantity'>

/** `now` in ms. A cancelled concert is neither upcoming nor past, but its tickets were bought. */
export function profileCounts(tickets: readonly Counted[], now: number): ProfileCounts {
  const concerts = (state: 'upcoming' | 'past'): number =>
    new Set(tickets.filter((ticket) => ticketState(ticket, now) === state).map((ticket) => ticket.eventId)).size
  return {
    tickets: tickets
      .filter((ticket) => ticketState(ticket, now) !== 'revoked')
      .reduce((sum, ticket) => sum + ticket.quantity, 0),
    upcoming: concerts('upcoming'),
    past: concerts('past'),
  }
}
