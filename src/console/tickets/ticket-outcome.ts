import type { Booking, BookingStatus } from '#shop/tickets/tickets-admin.api.ts'

/** Splits `failed` by cause: payment rejected, ticket revoked by hand, or refunded. */
export type BookingOutcome = Exclude<BookingStatus, 'failed'> | 'rejected' | 'revoked' | 'refunded'

/** The reason with which `mark_refunded` revokes a ticket. */
const REFUNDED = 'Refunded'

export function bookingOutcome(booking: Pick<Booking, 'status' | 'ticketId' | 'revokedReason'>): BookingOutcome {
  if (booking.status !== 'failed') return booking.status
  if (booking.ticketId === null) return 'rejected'
  return booking.revokedReason === REFUNDED ? 'refunded' : 'revoked'
}
