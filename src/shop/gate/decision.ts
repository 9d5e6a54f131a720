import type { Admission, GateEvent } from './lists/roster-ticket.ts'

export type Verdict = 'ENTER' | 'ALREADY IN' | 'NOT VALID' | 'CHECK'

const notValidReasons = [
  'not_a_ticket',
  'forged',
  'code_withdrawn',
  'event_cancelled',
  'test',
  'revoked',
  'payment_rejected',
  /** Sold at the door, and the sale was taken back. */
  'sale_undone',
  'payment_pending',
  /** The pass has a newer code. */
  'replaced',
  /** Its holder gave it back, and another person bought the seat. */
  'given_back',
] as const
type NotValidReason = (typeof notValidReasons)[number]

const checkReasons = [
  'other_event',
  'seat_changed',
  'part_admitted',
  'not_on_list',
  /** On no list of this device: perhaps of an event without a list here. */
  'unknown_code',
  /** Only the server knows which ticket a typed code is of. */
  'typed_offline',
  /** A fixed code of a screen-only event. */
  'paper',
  /** A bound code of another time: the phone's clock is wrong, or it is an old picture. */
  'clock_off',
  /** Given back, and a payment of another person for its seat is under review. */
  'being_sold',
  'unknown_key',
  /** A scanner's text without a valid check character: perhaps a part of a code. */
  'scan_again',
] as const
type CheckReason = (typeof checkReasons)[number]

/** Narrows a reason to those that the message `gate.refused.<reason>` says each in two or three words. */
export const isRefusedReason = (reason: string): reason is NotValidReason | CheckReason =>
  ([...notValidReasons, ...checkReasons] as readonly string[]).includes(reason)

/** `newer_than_list`: the list knows an earlier code of the pass. `new_device`: its holder moved it to another phone. */
export type Mark = 'sold_after_last_sync' | 'newer_than_list' | 'new_device'

export type Decision =
  | {
      verdict: 'ENTER'
      /** One seat is let in at once; several are offered with all ticked. */
      seats: readonly string[]
      mark: Mark | null
    }
  | {
      verdict: 'ALREADY IN'
      /** `at`, `gate`, `seats`: of the first admission. */
      at: number
      gate: string
      seats: readonly string[]
      admissions: readonly Admission[]
    }
  | {
      verdict: 'NOT VALID'
      why: NotValidReason
      /** The reason given to the customer; of a replaced code who has the pass now. */
      note: string | null
    }
  | {
      verdict: 'CHECK'
      why: CheckReason
      seats: readonly string[]
      /** How many of `seats` at most: the ticket may have admissions under earlier seat numbers. */
      most: number
      /** The code's seat, if the list has another for its pass. */
      changedFrom: string | null
      admissions: readonly Admission[]
      event: GateEvent | null
      mark: Mark | null
    }

export function admissibleSeats(decision: Decision): { seats: readonly string[]; most: number } {
  if (decision.verdict === 'ENTER') return { seats: decision.seats, most: decision.seats.length }
  if (decision.verdict === 'CHECK')
    return { seats: decision.seats, most: Math.min(decision.most, decision.seats.length) }
  return { seats: [], most: 0 }
}

export const notValid = (why: NotValidReason, note: string | null = null): Decision => ({
  verdict: 'NOT VALID',
  why,
  note,
})

export const check = (
  why: CheckReason,
  more: Partial<Extract<Decision, { verdict: 'CHECK' }>> = {},
): Extract<Decision, { verdict: 'CHECK' }> => ({
  verdict: 'CHECK',
  why,
  seats: [],
  most: 0,
  changedFrom: null,
  admissions: [],
  event: null,
  mark: null,
  ...more,
})
