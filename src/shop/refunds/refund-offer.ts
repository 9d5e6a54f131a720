import type { EventStatus } from '#shop/catalogue/catalogue.ts'
import type { Instant } from '#platform/time/ist.ts'

/** As private.refundable_after_move(), which a test compares. */
export const REFUND_DAYS_AFTER_MOVE = 7

interface Refundable {
  eventStatus: EventStatus
  paymentStatus: 'completed' | 'failed'
  revokedAt: string | null
  date: string
  previousDate: string | null
  /** The last move and the payment; null while the device does not know. */
  movedAt: string | null
  paidAt: string | null
}

/** Returns why a refund is possible, and until when (ms; null: no limit); else null. Same rule as request_refund. */
export function refundOffer(
  ticket: Refundable,
  now: Instant,
): { reason: 'cancelled' | 'moved'; until: number | null } | null {
  if (ticket.revokedAt !== null || ticket.paymentStatus === 'failed') return null
  if (ticket.eventStatus === 'cancelled') return { reason: 'cancelled', until: null }
  if (ticket.previousDate === null || ticket.movedAt === null) return null
  const moved = Date.parse(ticket.movedAt)
  if (ticket.paidAt !== null && Date.parse(ticket.paidAt) > moved) return null
  const until = Math.min(moved + REFUND_DAYS_AFTER_MOVE * 86_400_000, Date.parse(ticket.date))
  return new Date(now).getTime() <= until ? { reason: 'moved', until } : null
}
