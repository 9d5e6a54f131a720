import type { Admission, GateEvent, RosterPass, RosterTicket } from './lists/roster-ticket.ts'

/** Decides about one reading at the gate. Pure. All times are milliseconds on the server's clock. */

export type Verdict = 'ENTER' | 'ALREADY IN' | 'NOT VALID' | 'CHECK'

/** `typed`: a ticket's or an order's code, which the server looks up: lists have none. */
export type Reading = CodeReading | { kind: 'lookup'; typed?: true } | { kind: 'garbage' }

export interface CodeReading {
  kind: 'code'
  eventId: string
  /** Those that the code names: one of a pass, all of a ticket for version 1. */
  seats: readonly string[]
  test: boolean
  /**
   * `right`: signed by the event's key, or (version 1) the code whose hash the list has; `other`: a listed ticket, but not
   * its code; `unlisted`: of version 1 and on no list; `unknown_key`: the device lacks the key.
   */
  proof: 'right' | 'other' | 'unlisted' | 'wrong' | 'withdrawn' | 'unknown_key'
  /** Null for a code of version 1. */
  pass: { number: number; issue: number } | null
}

export interface Known {
  now: number
  /** The scanned text, or the ticket's id after a look-up. */
  key: string
  reading: Reading
  events: readonly GateEvent[]
  /** The ticket's event when this gate does not admit to it; null when unknown. */
  otherEvent: GateEvent | null
  ticket: RosterTicket | null
  listAt: number | null
  /** Admissions of the ticket that this device made and the list lacks. */
  admissions: readonly Admission[]
  undone?: ReadonlySet<string>
  /** The answer 'ask' is possible only with 'no'. */
  asked: 'no' | 'answered' | 'unreachable'
  /** The decision on a code that is still in view; null otherwise, and after an undo. */
  last: Repeated | null
}

export interface Repeated {
  key: string
  decision: Decision
  /** Milliseconds since the decision, on a monotonic clock; repetitions do not reset it. */
  age: number
  letIn: boolean
}

const notValidReasons = [
  'not_a_ticket',
  'forged',
  'code_withdrawn',
  'event_cancelled',
  'test',
  'revoked',
  'payment_rejected',
  'payment_pending',
  /** The pass has a newer code. */
  'replaced',
] as const
type NotValidReason = (typeof notValidReasons)[number]

const checkReasons = [
  'other_event',
  'seat_changed',
  'part_admitted',
  /** The ticket is listed, but this is not its issued code: perhaps made with a stolen key. */
  'other_code',
  'not_on_list',
  /** On no list of this device: perhaps of an event without a list here. */
  'unknown_code',
  /** Only the server knows which ticket a typed code is of. */
  'typed_offline',
  'unknown_key',
] as const
type CheckReason = (typeof checkReasons)[number]

/** The message `gate.refused.<reason>` says each in two or three words. */
export const isRefusedReason = (reason: string): reason is NotValidReason | CheckReason =>
  ([...notValidReasons, ...checkReasons] as readonly string[]).includes(reason)

/** `newer_than_list`: the list knows an earlier code of the pass. */
type Mark = 'sold_after_last_sync' | 'newer_than_list'

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
  | { verdict: 'NOT VALID'; why: NotValidReason; /** The reason given to the customer. */ note: string | null }
  | {
      verdict: 'CHECK'
      why: CheckReason
      seats: readonly string[]
      /** How many of `seats` at most: the ticket may have admissions under earlier seat numbers. */
      most: number
      /** The code's seats, if they differ from the list's. */
      changedFrom: readonly string[] | null
      admissions: readonly Admission[]
      event: GateEvent | null
      mark: Mark | null
    }

/** 'ask': refresh the list for at most ASK_TIMEOUT_MS, then decide again. */
export type Answer = Decision | 'ask'

export const ASK_TIMEOUT_MS = 2_000
/** An older list may lack a ticket that was sold since. */
export const FRESH_LIST_MS = 2 * 60_000
/** A refusal is repeated for this long while the code stays in view; then the code is judged again. */
export const REREAD_MS = 5_000

/** Returns the answer of the first rule that applies. The caller saves the scan before it shows the answer. */
export function decideAdmission(known: Known): Answer {
  const { key, last, reading, ticket } = known
  // A code that stays in view keeps its answer: after ENTER its owner must not see ALREADY IN.
  if (last && last.key === key && (last.letIn || last.age <= REREAD_MS)) return last.decision
  if (reading.kind === 'garbage') return notValid('not_a_ticket')
  if (reading.kind === 'code' && reading.proof === 'wrong') return notValid('forged')

  const eventId = reading.kind === 'code' ? reading.eventId : ticket?.eventId
  const event = known.events.find((one) => one.id === eventId)
  if (eventId !== undefined && !event) return check('other_event', { event: known.otherEvent })
  if (event?.status === 'cancelled') return notValid('event_cancelled')

  if (ticket?.test || (reading.kind === 'code' && reading.test)) return notValid('test')
  if (ticket?.state === 'revoked') return notValid('revoked', ticket.reason)
  if (ticket?.state === 'rejected') return notValid('payment_rejected', ticket.reason)
  if (ticket?.state === 'pending') return notValid('payment_pending')
  if (reading.kind === 'lookup')
    return ticket ? decideSeats(known, ticket.seats, null, null) : decideUnlistedCode(known)
  if (reading.proof === 'withdrawn') return notValid('code_withdrawn')
  if (reading.proof === 'unknown_key') return known.asked === 'no' ? 'ask' : check('unknown_key')
  if (reading.proof === 'unlisted') return known.asked === 'no' ? 'ask' : check('not_on_list')
  if (!ticket) return decideUnlistedTicket(known, reading)
  const listed = reading.pass && ticket.passes?.[reading.pass.number - 1]
  if (listed) return decidePass(known, reading, listed)
  if (reading.pass) return decideSeat(known, reading.seats[0]!, null, null)
  const changed = sameSeats(reading.seats, ticket.seats) ? null : reading.seats
  const answer = decideSeats(known, ticket.seats, changed, null)
  if (reading.proof !== 'other' || answer.verdict !== 'ENTER') return answer
  return known.asked === 'no' ? 'ask' : check('other_code', { seats: answer.seats, most: answer.seats.length })
}

/** A pass on the list: its newest code enters, once. */
function decidePass(known: Known, { pass, seats: named }: CodeReading, listed: RosterPass): Answer {
  const { issue } = pass!
  if (issue < listed.from) return answerIfIn(known, listed.seat) ?? notValid('replaced')
  if (issue === listed.issue) return decideSeat(known, listed.seat, null, null)
  if (issue < listed.issue) return decideSeat(known, listed.seat, named, null)
  const answer = decideSeat(known, named[0]!, null, 'newer_than_list')
  return answer.verdict === 'ENTER' && known.asked === 'no' ? 'ask' : answer
}

/** One seat of a ticket, whatever the others did. */
function decideSeat(known: Known, seat: string, changedFrom: readonly string[] | null, mark: Mark | null): Decision {
  const used = answerIfIn(known, seat)
  if (used) return used
  // Let in under a seat number that is no longer the ticket's: perhaps this very pass.
  const moved = admissionsOf(known).filter((one) => one.seats.some((name) => !known.ticket?.seats.includes(name)))
  if (known.ticket && moved.length > 0)
    return check('part_admitted', { seats: [seat], most: 1, changedFrom, admissions: moved, mark })
  if (changedFrom) return check('seat_changed', { seats: [seat], most: 1, changedFrom, mark })
  return { verdict: 'ENTER', seats: [seat], mark }
}

function answerIfIn(known: Known, seat: string): Decision | null {
  const admissions = admissionsOf(known).filter((one) => one.seats.includes(seat))
  const first = admissions[0]
  return first ? { verdict: 'ALREADY IN', at: first.at, gate: first.gate, seats: [seat], admissions } : null
}

function decideUnlistedCode({ asked, reading }: Known): Answer {
  if (asked === 'no') return 'ask'
  return check(asked === 'unreachable' && reading.kind === 'lookup' && reading.typed ? 'typed_offline' : 'unknown_code')
}

/** Signed with the event's key, so sold: an old list may lack it, a fresh one should not. */
function decideUnlistedTicket(known: Known, { seats }: CodeReading): Answer {
  const answer = decideSeat(known, seats[0]!, null, 'sold_after_last_sync')
  if (answer.verdict === 'ALREADY IN') return answer
  if (known.asked === 'no') return 'ask'
  return isFresh(known) ? check('not_on_list') : answer
}

function decideSeats(
  known: Known,
  seats: readonly string[],
  changedFrom: readonly string[] | null,
  mark: Mark | null,
): Decision {
  const admissions = admissionsOf(known)
  const used = new Set(admissions.flatMap((one) => one.seats))
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

type Admitted = Pick<Known, 'admissions' | 'undone'>

const admissionsOf = ({ ticket, admissions, undone }: Admitted & Pick<Known, 'ticket'>): Admission[] =>
  liveAdmissions([...(ticket?.admissions ?? []), ...admissions], undone ?? noScans)

/** True when as many as the ticket has seats are in; `admitted`: what the list does not count yet, and undone scans. */
export const isFull = (ticket: RosterTicket, admitted: Admitted): boolean =>
  new Set(admissionsOf({ ticket, ...admitted }).flatMap((one) => one.seats)).size >= ticket.seats.length

/** Returns a ticket's admissions, each scan once, without undone and empty ones, by time, then id. */
export function liveAdmissions(admissions: readonly Admission[], undone: ReadonlySet<string>): Admission[] {
  const byScan = new Map(admissions.map((one) => [one.scanId, one]))
  return [...byScan.values()]
    .filter((one) => one.seats.length > 0 && !undone.has(one.scanId))
    .sort((a, b) => a.at - b.at || (a.scanId < b.scanId ? -1 : 1))
}

export function admissibleSeats(decision: Decision): { seats: readonly string[]; most: number } {
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
