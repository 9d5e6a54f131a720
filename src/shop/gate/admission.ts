import { STEP_SECONDS } from '#shop/tickets/passes/pass-code.ts'
import { SALE_UNDONE } from '#shop/box-office/till.ts'
import { GIVEN_BACK } from '#shop/waiting/returns.ts'
import { check, notValid, type Decision, type Mark } from './decision.ts'
import type { Admission, GateEvent, RosterPass, RosterState, RosterTicket } from './lists/roster-ticket.ts'

/** Decides about one reading at the gate. Pure. All times are milliseconds on the server's clock. */

/** `typed`: a ticket's or an order's code, which the server looks up: lists have none. */
export type Reading = CodeReading | { kind: 'lookup'; typed?: true } | { kind: 'garbage' } | { kind: 'part' }

export interface CodeReading {
  kind: 'code'
  eventId: string
  /** The one that the code names. */
  seat: string
  test: boolean
  /** `right`: signed by the event's key; `unknown_key`: the device lacks the key. */
  proof: 'right' | 'wrong' | 'withdrawn' | 'unknown_key'
  pass: { number: number; issue: number }
  /** When a bound code was made, on the customer's clock, milliseconds; missing of fixed codes. */
  madeAt?: number
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

/** 'ask': refresh the list for at most ASK_TIMEOUT_MS, then decide again. */
export type Answer = Decision | 'ask'

export const ASK_TIMEOUT_MS = 2_000
/** An older list may lack a ticket that was sold since. */
export const FRESH_LIST_MS = 2 * 60_000
/** A bound code may be this much older or newer than the server's time: phones' clocks are wrong. */
const CODE_CLOCK_MS = 2 * 60_000
/** A refusal is repeated for this long while the code stays in view; then the code is judged again. */
export const REREAD_MS = 5_000

/** Why a ticket in this state does not admit; null: it may admit. */
const refusals: Record<RosterState, ((reason: string | null) => Decision) | null> = {
  valid: null,
  revoked: (reason) => (reason === GIVEN_BACK ? notValid('given_back') : notValid('revoked', reason)),
  rejected: (reason) => (reason === SALE_UNDONE ? notValid('sale_undone') : notValid('payment_rejected', reason)),
  pending: () => notValid('payment_pending'),
}

/** Returns the answer of the first rule that applies. The caller saves the scan before it shows the answer. */
export function decideAdmission(known: Known): Answer {
  const { key, last, reading, ticket } = known
  // A code that stays in view keeps its answer: after ENTER its owner must not see ALREADY IN.
  if (last && last.key === key && (last.letIn || last.age <= REREAD_MS)) return last.decision
  if (reading.kind === 'garbage') return notValid('not_a_ticket')
  if (reading.kind === 'part') return check('scan_again')
  if (reading.kind === 'code' && reading.proof === 'wrong') return notValid('forged')

  const eventId = reading.kind === 'code' ? reading.eventId : ticket?.eventId
  const event = known.events.find((one) => one.id === eventId)
  if (eventId !== undefined && !event) return check('other_event', { event: known.otherEvent })
  if (event?.status === 'cancelled') return notValid('event_cancelled')

  if (ticket?.test || (reading.kind === 'code' && reading.test)) return notValid('test')
  const refusal = ticket && refusals[ticket.state]
  if (refusal) return refusal(ticket.reason)
  if (reading.kind === 'lookup') return ticket ? decideLookedUp(known, ticket) : decideUnlistedCode(known)
  if (reading.proof === 'withdrawn') return notValid('code_withdrawn')
  if (reading.proof === 'unknown_key') return known.asked === 'no' ? 'ask' : check('unknown_key')
  const listed = ticket?.passes[reading.pass.number - 1]
  const answer = listed ? decidePass(known, reading, listed) : decideUnlistedPass(known, reading)
  return withDevice(known, reading, answer)
}

/** A pass on the list: its newest code enters, once. */
function decidePass(known: Known, { pass: { issue }, seat: named }: CodeReading, listed: RosterPass): Answer {
  if (issue < listed.from)
    return (
      answerIfIn(known, listed.seat) ??
      (known.ticket?.seats.includes(listed.seat) ? notValid('replaced', listed.name) : notValid('given_back'))
    )
  if (listed.selling) return decideSelling(known, listed.seat)
  if (issue === listed.issue)
    return decideSeat(known, listed.seat, null, listed.movedAt === undefined ? null : 'new_device')
  if (issue < listed.issue) return decideSeat(known, listed.seat, named, null)
  const answer = decideSeat(known, named, null, 'newer_than_list')
  return answer.verdict === 'ENTER' && known.asked === 'no' ? 'ask' : answer
}

/** Until its payment is decided either of two people may have the seat: who looks at an ID decides. */
function decideSelling(known: Known, seat: string): Answer {
  const used = answerIfIn(known, seat)
  if (used) return used
  return known.asked === 'no' ? 'ask' : check('being_sold', { seats: [seat], most: 1 })
}

/** Lets no one in by a picture: a screen-only event's code is of now. After a look at an ID its seat may still be let in. */
function withDevice(known: Known, { eventId, madeAt }: CodeReading, answer: Answer): Answer {
  if (answer === 'ask' || answer.verdict !== 'ENTER') return answer
  const { seats, mark } = answer
  const more = { seats, most: seats.length, mark }
  if (madeAt !== undefined) {
    const off = Math.max(madeAt - known.now, known.now - madeAt - STEP_SECONDS * 1000)
    return off > CODE_CLOCK_MS ? check('clock_off', more) : answer
  }
  return known.events.find((one) => one.id === eventId)?.screenOnly ? check('paper', more) : answer
}

/** One seat of a ticket, whatever the others did. */
function decideSeat(known: Known, seat: string, changedFrom: string | null, mark: Mark | null): Decision {
  const used = answerIfIn(known, seat)
  if (used) return used
  // Let in under a seat number that is no longer the ticket's: perhaps this very pass.
  const moved = admissionsOf(known).filter((one) => one.seats.some((name) => !known.ticket?.seats.includes(name)))
  if (known.ticket && moved.length > 0)
    return check('part_admitted', { seats: [seat], most: 1, changedFrom, admissions: moved, mark })
  if (changedFrom) return check('seat_changed', { seats: [seat], most: 1, changedFrom, mark })
  return { verdict: 'ENTER', seats: [seat], mark }
}

/** All seats of a ticket that was found by a name or a typed code. */
function decideLookedUp(known: Known, ticket: RosterTicket): Answer {
  const answer = decideSeats(known, ticket.seats)
  const sells = ticket.passes.some((one) => one.selling && ticket.seats.includes(one.seat))
  if (answer.verdict !== 'ENTER' || !sells) return answer
  return known.asked === 'no' ? 'ask' : check('being_sold', { seats: answer.seats, most: answer.seats.length })
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
function decideUnlistedPass(known: Known, { seat }: CodeReading): Answer {
  const answer = decideSeat(known, seat, null, 'sold_after_last_sync')
  if (answer.verdict === 'ALREADY IN') return answer
  if (known.asked === 'no') return 'ask'
  return isFresh(known) ? check('not_on_list') : answer
}

function decideSeats(known: Known, seats: readonly string[]): Decision {
  const admissions = admissionsOf(known)
  const used = new Set(admissions.flatMap((one) => one.seats))
  const most = seats.length - used.size
  const first = admissions[0]
  if (first && most <= 0)
    return { verdict: 'ALREADY IN', at: first.at, gate: first.gate, seats: first.seats, admissions }
  const left = seats.filter((seat) => !used.has(seat))
  if (first) return check('part_admitted', { seats: left, most, admissions })
  return { verdict: 'ENTER', seats: left, mark: null }
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

/** A list from the future means a wrong clock: not fresh. */
const isFresh = ({ now, listAt }: Known): boolean => listAt !== null && Math.abs(now - listAt) <= FRESH_LIST_MS
