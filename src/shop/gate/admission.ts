import type { TicketCode } from '#shop/tickets/ticket-code.ts'
import type { Admission, GateEvent, RosterTicket } from './lists/roster-ticket.ts'

/**
 * Decides about one reading at the gate. Pure: it gets everything the scanner knows. All times are milliseconds on the
 * server's clock, so that two devices compare.
 */

export type Verdict = 'ENTER' | 'ALREADY IN' | 'NOT VALID' | 'CHECK'

export type Reading =
  /**
   * A decoded code. `other`: signed with the event's key, but not the issued code; `unknown_key`: the device lacks this
   * key; `withdrawn`: the key was withdrawn.
   */
  | { kind: 'code'; code: TicketCode; signature: 'right' | 'other' | 'wrong' | 'withdrawn' | 'unknown_key' }
  /** A typed code, or a row of the search: looked up in the roster. */
  | { kind: 'lookup' }
  | { kind: 'garbage' }

export interface Known {
  now: number
  /** The scanned text, or the ticket's id after a look-up. */
  key: string
  reading: Reading
  /** What this gate admits to. */
  events: readonly GateEvent[]
  /** The ticket's event, when this gate is not for it but the device knows it. */
  otherEvent: GateEvent | null
  /** The ticket in its event's list, or null. */
  ticket: RosterTicket | null
  /** When the list was last updated; null when never. */
  listAt: number | null
  /** What this device knows of this ticket's admissions (see liveAdmissions), beyond the roster's own. */
  admissions: readonly Admission[]
  /** Scans undone here that the roster may still have. */
  undone?: ReadonlySet<string>
  /** Whether the server was asked: only 'no' allows the answer 'ask'. */
  asked: 'no' | 'answered' | 'unreachable'
  /** The decision on a code that has stayed before the camera; null for every other reading, and after an undo. */
  last: Repeated | null
}

export interface Repeated {
  key: string
  decision: Decision
  /** Milliseconds since the decision on a clock that nobody can set; repetitions do not reset it. */
  age: number
  letIn: boolean
}

type NotValidReason =
  | 'not_a_ticket'
  /** The signature does not fit: invented or altered. */
  | 'forged'
  /** Signed with a withdrawn key; My Tickets shows a new code. */
  | 'code_withdrawn'
  | 'event_cancelled'
  | 'revoked'
  | 'payment_rejected'
  | 'payment_pending'

type CheckReason =
  | 'other_event'
  | 'seat_changed'
  | 'part_admitted'
  /** A listed ticket with its seats, but not the issued code: perhaps made with a stolen key. */
  | 'other_code'
  /** Not on the list. Refresh it. */
  | 'not_on_list'
  /** On no list of this device: perhaps of an event that this gate has no list of. */
  | 'unknown_code'
  /** Signed with a key newer than this device's. Refresh it. */
  | 'unknown_key'

/** Not on the list, and let in: sold after it was made. */
type Mark = 'sold_after_last_sync'

export type Decision =
  | {
      verdict: 'ENTER'
      /** Seats to let in: one enters by itself, several open with all ticked. */
      seats: readonly string[]
      mark: Mark | null
    }
  | {
      verdict: 'ALREADY IN'
      /** The first admission. */
      at: number
      gate: string
      seats: readonly string[]
      admissions: readonly Admission[]
    }
  | { verdict: 'NOT VALID'; why: NotValidReason; /** The reason given to the customer. */ note: string | null }
  | {
      verdict: 'CHECK'
      why: CheckReason
      /** Seats that staff may let in after a check; empty for none. */
      seats: readonly string[]
      /** At most so many of `seats`: others of the ticket are in already. */
      most: number
      /** The code's seats, where the list now has others. */
      changedFrom: readonly string[] | null
      admissions: readonly Admission[]
      /** The other event, if known. */
      event: GateEvent | null
      mark: Mark | null
    }

/** On 'ask' the scanner asks the server for at most ASK_TIMEOUT_MS and decides again. */
export type Answer = Decision | 'ask'

export const ASK_TIMEOUT_MS = 2_000
/** An older list may miss a ticket that was sold since. */
export const FRESH_LIST_MS = 2 * 60_000
/** A refusal stands for so long while the code stays before the camera; then it is judged anew. */
export const REREAD_MS = 5_000

/**
 * Returns the gate's answer by the first rule that applies; 'ask' only while `asked` is 'no' and a fresh list could
 * change the answer. The caller saves a scan first, then shows the answer.
 */
export function decideAdmission(known: Known): Answer {
  const { key, last, reading, ticket } = known
  // One person sees one answer; the same code after them is somebody else's.
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

/** Wrong, newer than the list, or of an event without a list here. */
const decideUnlistedCode = (known: Known): Answer => (known.asked === 'no' ? 'ask' : check('unknown_code'))

/** Signed with the event's key, so sold: an old list lacks it, a fresh one should not. */
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
  // A seat let in under its earlier number uses up a place too.
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

/** Returns a ticket's admissions, each scan once, without undone and empty ones, by time, then id. */
export function liveAdmissions(admissions: readonly Admission[], undone: ReadonlySet<string>): Admission[] {
  const byScan = new Map(admissions.map((one) => [one.scanId, one]))
  return [...byScan.values()]
    .filter((one) => one.seats.length > 0 && !undone.has(one.scanId))
    .sort((a, b) => a.at - b.at || (a.scanId < b.scanId ? -1 : 1))
}

/** Returns the seats that may be let in, and how many at most. */
export function mayLetIn(decision: Decision): { seats: readonly string[]; most: number } {
  if (decision.verdict === 'ENTER') return { seats: decision.seats, most: decision.seats.length }
  if (decision.verdict === 'CHECK')
    return { seats: decision.seats, most: Math.min(decision.most, decision.seats.length) }
  return { seats: [], most: 0 }
}

/** A list from the future means a wrong clock: not fresh. */
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
