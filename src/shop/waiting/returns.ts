import { isoOrNull, list, numberOf, oneOfOrNull } from '#platform/text/wire-values.ts'

/** The reason that `sell_returns` (supabase/schema/76-returns.sql) gives a ticket whose seats were given back and sold. */
export const GIVEN_BACK = 'Given back'

const states = ['open', 'offered', 'buying', 'sold'] as const

/** A pass that its customer gave back. */
export interface ReturnedPass {
  id: string
  number: number
  seat: string
  /**
   * `open` and `offered`: theirs, and it opens the gate; `buying`: a payment for it is under review; `sold`: another
   * person's, and its money is owed.
   */
  state: (typeof states)[number]
  /** ISO instant: sold since; null before. */
  endedAt: string | null
  /** The ticket whose refund is owed; null before. */
  soldTicketId: string | null
}

export interface ReturnWire {
  id: string
  number: number
  seat: string
  state: string
  ended_at: string | null
  sold_ticket_id: string | null
}

/** Returns the passes given back, oldest first, without those taken back or ended. */
export const parseReturns = (rows: readonly ReturnWire[]): ReturnedPass[] =>
  list(rows).flatMap((row): ReturnedPass[] => {
    const state = oneOfOrNull(states, row.state)
    return state === null
      ? []
      : [
          {
            id: row.id,
            number: numberOf(row.number),
            seat: row.seat,
            state,
            endedAt: isoOrNull(row.ended_at),
            soldTicketId: row.sold_ticket_id,
          },
        ]
  })

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
