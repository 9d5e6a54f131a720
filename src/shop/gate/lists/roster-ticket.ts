import type { EventStatus } from '#shop/catalogue/catalogue.ts'
/** An event as the gate speaks of it. */
export interface GateEvent {
  id: string
  /** 'Meher Qazi, Mumbai' */
  name: string
  /** ISO instant */
  date: string
  status: EventStatus
}

/** Seats that one scan let in and nobody undid. */
export interface Admission {
  scanId: string
  seats: readonly string[]
  gate: string
  /** Corrected time of the scan. */
  at: number
}

/**
 * `valid` and `revoked` are tickets. `pending` and `rejected` are order lines without one, listed so that the gate can say
 * why somebody has no ticket; their id is the order line's.
 */
export type RosterState = 'valid' | 'revoked' | 'pending' | 'rejected'

export interface RosterTicket {
  id: string
  eventId: string
  /** For typing, without grouping; null without a ticket. */
  code: string | null
  orderCode: string
  /** Of its code's signature (signatureHash); null without a ticket, absent in lists of an older version. */
  signatureHash?: string | null
  /** 'Farah N.'; null when the account is gone or has no name. */
  name: string | null
  ticketCategoryId: string
  /** As they are now: they win over those in an older code. */
  seats: readonly string[]
  state: RosterState
  /** Why it was taken back or rejected, as the customer reads it. */
  reason: string | null
  /** As the server knew them; the device adds its own. */
  admissions: readonly Admission[]
}
