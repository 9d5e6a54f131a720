import type { MyTicket } from '#shop/device/schema.ts'
import { GIVEN_BACK } from '#shop/waiting/returns.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import '#ui/messages/en/buying/back.ts'

/** A ticket stays upcoming this long after the start: people come late, and concerts take a while. */
const UPCOMING_AFTER_START_MS = 6 * 60 * 60_000

export type TicketState = 'upcoming' | 'past' | 'cancelled' | 'revoked'

type Dated = Pick<MyTicket, 'id' | 'date' | 'eventStatus' | 'revokedAt' | 'paymentStatus'>

/** Returns the state of a ticket. `now` in ms. Revoked and cancelled win over past. */
export function ticketState(ticket: Dated, now: number): TicketState {
  if (ticket.revokedAt !== null || ticket.paymentStatus === 'failed') return 'revoked'
  if (ticket.eventStatus === 'cancelled') return 'cancelled'
  return Date.parse(ticket.date) + UPCOMING_AFTER_START_MS > now ? 'upcoming' : 'past'
}

export interface TicketGroups<T> {
  /** Next first. */
  upcoming: T[]
  /** Latest first. */
  past: T[]
  /** Cancelled concerts and revoked tickets, latest first. */
  cancelled: T[]
}

/** Parses each date once: a customer may have thousands. */
export function groupTickets<T extends Dated>(tickets: readonly T[], now: number): TicketGroups<T> {
  const dated = tickets.map((ticket) => ({ ticket, at: Date.parse(ticket.date) }))
  dated.sort((a, b) => a.at - b.at || (a.ticket.id < b.ticket.id ? -1 : 1))
  const groups: TicketGroups<T> = { upcoming: [], past: [], cancelled: [] }
  for (const { ticket } of dated) {
    const state = ticketState(ticket, now)
    groups[state === 'revoked' ? 'cancelled' : state].push(ticket)
  }
  groups.past.reverse()
  groups.cancelled.reverse()
  return groups
}

/** The reason that mark_refunded (supabase/schema/56-refunds.sql) sets. */
const REFUNDED = 'Refunded'

/**
 * Says why a ticket is not valid; null for a valid one or an unknown reason. Staff's words stay as written; the shop's
 * own are translated.
 */
export function reasonOf(
  { cancelledReason, revokedReason }: Pick<MyTicket, 'cancelledReason' | 'revokedReason'>,
  state: TicketState,
): string | null {
  if (state === 'cancelled') return cancelledReason
  if (state !== 'revoked') return null
  if (revokedReason === GIVEN_BACK) return t('back.reason')
  return revokedReason === REFUNDED ? t('refund.refunded') : revokedReason
}
