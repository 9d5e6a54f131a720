import type { TicketCode } from '#shop/tickets/ticket-code.ts'
import type { Admission, GateEvent, RosterTicket } from './lists/roster-ticket.ts'

/**
 * What the gate decides about one reading. Pure: the scanner hands in everything it knows and gets one of a closed set of
 * answers. All times are milliseconds on the server's clock (the device's own, corrected), so that two devices compare.
 */

export type Verdict = 'ENTER' | 'ALREADY IN' | 'NOT VALID' | 'CHECK'

/** What was presented. */
export type Reading =
  /**
   * A decoded code. `other`: signed with the event's key, but not the code that was issued for the listed ticket;
   * `unknown_key`: the device does not hold the key of this number; `withdrawn`: it was taken back.
   */
  | { kind: 'code'; code: TicketCode; signature: 'right' | 'other' | 'wrong' | 'withdrawn' | 'unknown_key' }
  /** A typed ticket or order code, or a row chosen in the search: only ever looked up in the roster. */
  | { kind: 'lookup' }
  /** Anything else in front of the camera. */
  | { kind: 'garbage' }

export interface Known {
  now: number
  /** Identifies what was presented: the scanned text, or the ticket's id after a look-up. */
  key: string
  reading: Reading
  /** What this gate admits to. */
  events: readonly GateEvent[]
  /** The ticket's own event where it is none of `events` but the device has heard of it. */
  otherEvent: GateEvent | null
  /** The ticket in the list of its event; null when it is not there. */
  ticket: RosterTicket | null
  /** When that list was last brought up to date; null when it never was. */
  listAt: number | null
  /** What this device let in or heard of for this ticket (see liveAdmissions); the roster's own need not be repeated. */
  admissions: readonly Admission[]
  /** Scans that were undone here and may still stand in the roster. */
  undone?: ReadonlySet<string>
  /** Whether the server was asked about this reading: 'no' allows the answer 'ask'. */
  asked: 'no' | 'answered' | 'unreachable'
  /** The decision on a code that has been before the camera ever since; null for every other reading, and after an undo. */
  last: Repeated | null
}

/** What was decided about a code that has not left the picture. */
export interface Repeated {
  key: string
  decision: Decision
  /** How long ago, milliseconds on a clock that nobody can set. A repetition does not make it younger. */
  age: number
  /** Somebody was let in by it. */
  letIn: boolean
}

type NotValidReason =
  | 'not_a_ticket'
  /** The signature does not fit what the code says: invented or altered. */
  | 'forged'
  /** Signed with a key that was taken back; My Tickets shows a new code. */
  | 'code_withdrawn'
  | 'event_cancelled'
  | 'revoked'
  | 'payment_rejected'
  | 'payment_pending'

type CheckReason =
  | 'other_event'
  | 'seat_changed'
  | 'part_admitted'
  /** Names a listed ticket and has its seats, but is not the code that was issued: maybe made with a stolen key. */
  | 'other_code'
  /** Not on the list. Refresh it. */
  | 'not_on_list'
  /** A typed code that is on no list of this device: it may be of an event whose list the gate does not hold. */
  | 'unknown_code'
  /** Signed with a key newer than this device's. Refresh it. */
  | 'unknown_key'

/** Of an unlisted ticket that is let in: it was sold after the list was made. */
type Mark = 'sold_after_last_sync'

export type Decision =
  | {
      verdict: 'ENTER'
      /** To be let in: one enters by itself, several open with all ticked and 'Let in N'. */
      seats: readonly string[]
      mark: Mark | null
    }
  | {
      verdict: 'ALREADY IN'
      /** The first admission: when and where. */
      at: number
      gate: string
      seats: readonly string[]
      /** All of them, by time. */
      admissions: readonly Admission[]
    }
  | { verdict: 'NOT VALID'; why: NotValidReason; /** The reason given to the customer. */ note: string | null }
  | {
      verdict: 'CHECK'
      why: CheckReason
      /** Seats that staff may let in after looking; empty when the ticket is not to be admitted. */
      seats: readonly string[]
      /** At most so many of `seats`: others of the ticket are in already, maybe under an earlier number. */
      most: number
      /** The seats printed in the code where the list now has others. */
      changedFrom: readonly string[] | null
      admissions: readonly Admission[]
      /** other_event: which, if known. */
      event: GateEvent | null
      mark: Mark | null
    }

/** The scanner asks the server (at most ASK_TIMEOUT_MS), then decides again with `asked` set. */
export type Answer = Decision | 'ask'

/** How long the scanner waits for the server's answer, in milliseconds. */
export const ASK_TIMEOUT_MS = 2_000
/** A list older than this may miss a ticket that was sold since, in milliseconds. */
export const FRESH_LIST_MS = 2 * 60_000
/** A refusal stands for a code that stays before the camera for this long, in milliseconds; then it is judged anew. */
export const REREAD_MS = 5_000

/**
 * The gate's answer. The first rule that applies decides; 'ask' comes only while `asked` is 'no', and only where a fresh
 * list could change the answer. Deciding does not admit: the caller commits a scan first, then shows the answer.
 */
export function decideAdmission(known: Known): Answer {
  const { key, last, reading, ticket } = known
  // One person before the camera sees one answer; who holds the same code up after them is somebody else.
  if (last && last.key === key && (last.letIn || last.age <= REREAD_MS)) return last.decision
  if (reading.kind === 'garbage') return notValid('not_a_ticket')
  if (reading.kind === 'code' && reading.signature === 'wrong') return notValid('forged')

  const eventId = reading.kind === 'code' ? reading.code.eventId : ticket?.eventId
  const event = known.events.find((one) => one.id === eventId)
  if (eventId !== undefined && !event) return check('other_event', { event: known.otherEvent })
  if (event?.status === 'cancelled') return notValid('event_cancelled')

  if (ticket?.state === 'revoked') return notValid('revoked', ticket.reason)
  if (ticket?.state === 'rejected') return notValid('payment_rejected', ticket.reason)
  if (ticket?.state === 'pending') return notValid('payment_pending')
  if (reading.kind === 'code' && reading.signature === 'withdrawn') return notValid('code_withdrawn')
  if (reading.kind === 'code' && reading.signature === 'unknown_key')
    return known.asked === 'no' ? 'ask' : check('unknown_key')

  if (reading.kind === 'lookup')
    return ticket ? decideSeats(known, ticket.seats, null, null) : decideUnlistedCode(known)
  if (!ticket) return decideUnlistedTicket(known, reading.code)
  const changed = sameSeats(reading.code.seats, ticket.seats) ? null : reading.code.seats
  const answer = decideSeats(known, ticket.seats, changed, null)
  if (reading.signature !== 'other' || answer.verdict !== 'ENTER') return answer
  return known.asked === 'no' ? 'ask' : check('other_code', { seats: answer.seats, most: answer.seats.length })
}

/** A typed code that no list has: wrong, younger than the list, or of an event that this gate has no list of. */
const decideUnlistedCode = (known: Known): Answer => (known.asked === 'no' ? 'ask' : check('unknown_code'))

/** Signed by the event's key, so sold: but is it missing because the list is old, or although it is fresh? */
function decideUnlistedTicket(known: Known, code: TicketCode): Answer {
  const seats = decideSeats(known, code.seats, null, 'sold_after_last_sync')
  if (seats.verdict === 'ALREADY IN') return seats
  if (known.asked === 'no') return 'ask'
  return isFresh(known) ? check('not_on_list') : seats
}

function decideSeats(
  known: Known,
  seats: readonly string[],
  changedFrom: readonly string[] | null,
  mark: Mark | null,
): Decision {
  const admissions = liveAdmissions([...(known.ticket?.admissions ?? []), ...known.admissions], known.undone ?? noScans)
  const used = new Set(admissions.flatMap((one) => one.seats))
  // A seat let in under its earlier number uses up one of the ticket's places as well.
  const most = seats.length - used.size
  const first = admissions[0]
  if (first && most <= 0)
    return { verdict: 'ALREADY IN', at: first.at, gate: first.gate, seats: first.seats, admissions }
  const left = seats.filter((seat) => !used.has(seat))
  if (first) return check('part_admitted', { seats: left, most, changedFrom, admissions, mark })
  if (changedFrom) return check('seat_changed', { seats: left, most, changedFrom, mark })
  return { verdict: 'ENTER', seats: left, mark }
}

const noScans: ReadonlySet<string> = new Set()

/** Admissions of one ticket, each scan once, without those undone and those that let nobody in, by time, then by id. */
export function liveAdmissions(admissions: readonly Admission[], undone: ReadonlySet<string>): Admission[] {
  const byScan = new Map(admissions.map((one) => [one.scanId, one]))
  return [...byScan.values()]
    .filter((one) => one.seats.length > 0 && !undone.has(one.scanId))
    .sort((a, b) => a.at - b.at || (a.scanId < b.scanId ? -1 : 1))
}

/** Seats of a decision that somebody may let in, and how many of them at most. */
export function mayLetIn(decision: Decision): { seats: readonly string[]; most: number } {
  if (decision.verdict === 'ENTER') return { seats: decision.seats, most: decision.seats.length }
  if (decision.verdict === 'CHECK')
    return { seats: decision.seats, most: Math.min(decision.most, decision.seats.length) }
  return { seats: [], most: 0 }
}

/** A list from the future has an age that nobody knows: then the clock is wrong, and the list is not fresh. */
const isFresh = ({ now, listAt }: Known): boolean => listAt !== null && Math.abs(now - listAt) <= FRESH_LIST_MS

const sameSeats = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((seat) => b.includes(seat))

const notValid = (why: NotValidReason, note: string | null = null): Decision => ({ verdict: 'NOT VALID', why, note })

const check = (
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
