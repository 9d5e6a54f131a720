import type { EventStatus } from '#shop/catalogue/catalogue.ts'
export interface GateEvent {
  id: string
  name: string
  /** ISO instant. */
  date: string
  status: EventStatus
  /** Fixed codes, on paper too, are to be checked; missing where paper will do. */
  screenOnly?: true
}

export interface Admission {
  scanId: string
  seats: readonly string[]
  gate: string
  /** Corrected time, milliseconds. */
  at: number
}

/** `pending` and `rejected`: order lines without a ticket, by their own id; the gate can say why there is none. */
export type RosterState = 'valid' | 'revoked' | 'pending' | 'rejected'

/** A pass of a listed ticket, by its number from 1. */
export interface RosterPass {
  seat: string
  /** Of its newest code. */
  issue: number
  /** The first issue of who has the pass now: earlier codes are void. */
  from: number
  /** Who has it, if that is not the ticket's customer: 'Farah N.'; null without a name. */
  name?: string | null
  /** When its holder bound it to another device than the first, milliseconds. */
  movedAt?: number
  /** Given back, and a payment for its seat is under review; missing otherwise. */
  selling?: true
}

/** Whose seats these are: of one pass its holder, else the ticket's customer. Null without a name. */
export function holderName({ name, passes }: RosterTicket, seats: readonly string[]): string | null {
  const pass = seats.length === 1 ? passes.find((one) => one.seat === seats[0]) : undefined
  return pass?.name === undefined ? name : pass.name
}

export interface RosterTicket {
  id: string
  eventId: string
  /** 'Farah N.'; null without an account or a name. */
  name: string | null
  ticketCategoryId: string
  /** Current seats; an older code may name others. */
  seats: readonly string[]
  /** By their numbers; none of order lines, and of tickets whose seats were given back. */
  passes: readonly RosterPass[]
  state: RosterState
  /** Why it was revoked or rejected, as shown to the customer. */
  reason: string | null
  admissions: readonly Admission[]
  /** Of a test order: it admits no one. */
  test?: true
}
