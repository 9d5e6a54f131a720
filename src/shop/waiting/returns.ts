import { isoOrNull } from '#platform/text/instant.ts'
import { instant, number, oneOf, oneOfOrNull, orNull, row, text, type Of } from '#platform/text/wire.ts'

/** The reason that `sell_returns` (supabase/schema/76-returns.sql) gives a ticket whose seats were given back and sold. */
export const GIVEN_BACK = 'Given back'

const states = ['open', 'offered', 'buying', 'sold'] as const

const parseReturn = row({
  id: text,
  number,
  seat: text,
  /**
   * `open` and `offered`: theirs, and it opens the gate; `buying`: a payment for it is under review; `sold`: another
   * person's, and its money is owed.
   */
  state: oneOf(states),
  /** ISO instant: sold since; null before. */
  endedAt: orNull(instant),
  /** The ticket whose refund is owed; null before. */
  soldTicketId: orNull(text),
})
/** A pass that its customer gave back. */
export type ReturnedPass = Of<typeof parseReturn>
export type ReturnWire = Parameters<typeof parseReturn>[0]

/** Returns the passes given back, oldest first, without those taken back or ended. */
export const parseReturns = (rows: readonly ReturnWire[]): ReturnedPass[] =>
  rows.filter(({ state }) => oneOfOrNull(states)(state) !== null).map(parseReturn)

/** An event's rule for giving back, as a ticket keeps it. */
export interface GiveBackRule {
  /** ISO instant; null: until the event begins. */
  giveBackUntil: string | null
  /** Passes of this event cannot be given back. */
  keeps: boolean
}

interface RuleWire {
  give_back: boolean
  give_back_until: string | null
}

/** Returns the fields to spread into a ticket. `rule` null: the event has none, and passes may go back until it begins. */
export const giveBackRule = (rule: RuleWire | null): GiveBackRule => ({
  giveBackUntil: isoOrNull(rule?.give_back_until),
  keeps: rule?.give_back === false,
})

interface Held extends GiveBackRule {
  date: string
  eventStatus: 'scheduled' | 'cancelled'
  revokedAt: string | null
  /** Paise. */
  totalAmount: number
  isTest: boolean
  from: string | null
}

/** True while its customer, who paid for it, may give a pass of the ticket back. `now` in ms. The database decides. */
export const mayGiveBack = (ticket: Held, now: number): boolean =>
  ticket.from === null &&
  !ticket.keeps &&
  !ticket.isTest &&
  ticket.totalAmount > 0 &&
  ticket.revokedAt === null &&
  ticket.eventStatus === 'scheduled' &&
  now < Date.parse(ticket.date) &&
  (ticket.giveBackUntil === null || now < Date.parse(ticket.giveBackUntil))

interface Returning {
  returns: readonly ReturnedPass[]
}

/** Returns the return of a pass that was given back and is not sold yet; undefined for other passes. */
export const liveReturn = ({ returns }: Returning, number: number): ReturnedPass | undefined =>
  returns.find((one) => one.number === number && one.state !== 'sold')

export const soldReturns = ({ returns }: Returning): ReturnedPass[] => returns.filter((one) => one.state === 'sold')
