import type { Booking, BookingStatus } from '#shop/tickets/tickets-admin.api.ts'

/** A booking's state with why it failed: its payment was rejected, or its ticket was revoked, by hand or by a refund. */
export type BookingOutcome = Exclude<BookingStatus, 'failed'> | 'rejected' | 'revoked' | 'refunded'

/** `mark_refunded` takes the ticket back for this reason. */
const REFUNDED = 'Refunded'

export function bookingOutcome(booking: Pick<Booking, 'status' | 'ticketId' | 'revokedReason'>): BookingOutcome {
  if (booking.status !== 'failed') return booking.status
  if (booking.ticketId === null) return 'rejected'
  return booking.revokedReason === REFUNDED ? 'refunded' : 'revoked'
}
