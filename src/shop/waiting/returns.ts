import { iso, isoOrNull, list, numberOf, oneOfOrNull } from '#platform/text/wire-values.ts'

/** The reason that `sell_returns` (supabase/schema/67-returns.sql) gives a ticket whose seats were given back and sold. */
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

/** Returns the fields to spread into a ticket: its returns, oldest first, without those taken back or ended. */
export function returnsIn(rows: readonly ReturnWire[] | null | undefined): { returns?: ReturnedPass[] } {
  const returns = list(rows ?? []).flatMap((row): ReturnedPass[] => {
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
            soldTicketId: row.sold_ticket_id ?? null,
          },
        ]
  })
  return returns.length > 0 ? { returns } : {}
}

/** An event's rule for giving back, as a ticket keeps it. */
export interface GiveBackRule {
  /** ISO instant; missing: until the event begins. */
  giveBackUntil?: string
  /** Passes of this event cannot be given back. */
  keeps?: true
}

interface RuleWire {
  give_back?: boolean
  give_back_until?: string | null
}

/** Returns the field to spread into a ticket. `rule` null: the event has none, and passes may go back until it begins. */
export const giveBackRule = (rule: RuleWire | null | undefined): GiveBackRule => ({
  ...(rule?.give_back_until && { giveBackUntil: iso(rule.give_back_until) }),
  ...(rule?.give_back === false && { keeps: true as const }),
})

interface Held extends GiveBackRule {
  date: string
  eventStatus: 'scheduled' | 'cancelled'
  revokedAt: string | null
  /** Paise. */
  totalAmount: number
  isTest?: true
  from?: string
}

/** True while its customer, who paid for it, may give a pass of the ticket back. `now` in ms. The database decides. */
export const mayGiveBack = (ticket: Held, now: number): boolean =>
  ticket.from === undefined &&
  ticket.keeps === undefined &&
  ticket.isTest === undefined &&
  ticket.totalAmount > 0 &&
  ticket.revokedAt === null &&
  ticket.eventStatus === 'scheduled' &&
  now < Date.parse(ticket.date) &&
  (ticket.giveBackUntil === undefined || now < Date.parse(ticket.giveBackUntil))

interface Returning {
  returns?: readonly ReturnedPass[]
}

/** Returns the return of a pass that was given back and is not sold yet; undefined for other passes. */
export const liveReturn = ({ returns }: Returning, number: number): ReturnedPass | undefined =>
  returns?.find((one) => one.number === number && one.state !== 'sold')

export const soldReturns = ({ returns }: Returning): ReturnedPass[] =>
  returns?.filter((one) => one.state === 'sold') ?? []
