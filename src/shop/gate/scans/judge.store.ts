import { ASK_TIMEOUT_MS, decideAdmission, isFull, type Answer, type Known, type Repeated } from '../admission.ts'
import { admissibleSeats, type Decision } from '../decision.ts'
import { holderName, type Admission, type RosterTicket } from '../lists/roster-ticket.ts'
import { find, storedCode, ticketOf, whatIs, type Asking, type Presented } from './find-ticket.store.ts'
import { findCode } from '../gate.api.ts'
import { readGateLists } from '../lists/lists.store.ts'
import { refreshGateList } from '../lists/refresh-list.store.ts'
import type { GateListRow, GateScanRow, GateTicketRow } from '../gate-rows.ts'
import { commitScan, commitUnlessChanged, scansOfTicket, type NewScan } from './scans.store.ts'
import { admissionsStamp, uncountedAdmissions } from './settle-scans.store.ts'
import { serverNow } from '../setup.store.ts'

export type { Presented } from './find-ticket.store.ts'

export interface Judged {
  key: string
  presented: Presented
  decision: Decision
  /** Milliseconds on the server's clock. */
  at: number
  ticket: RosterTicket | null
  list: GateListRow
  categoryName: string | null
  ticketId: string
  /** Which code was shown; null of look-ups. */
  pass: { number: number; issue: number } | null
  /** Saved before the answer is returned; null in practice and while several seats wait for letIn(). */
  scan: GateScanRow | null
}

export interface JudgeOptions {
  gate: string
  eventIds: readonly string[]
  last: Repeated | null
  /** In practice nothing is saved; these are its earlier admissions. */
  practice: readonly { ticketId: string; admission: Admission }[] | null
}

/**
 * Decides from the data on the device; asks the server for at most ASK_TIMEOUT_MS where that could change the answer.
 * Saves the scan first, except ENTER for several seats. 'again' for an unchanged answer, null without a list.
 */
export async function judge(presented: Presented, options: JudgeOptions): Promise<Judged | 'again' | null> {
  let asking = whatIs(presented)
  let asked: Known['asked'] = 'no'
  for (;;) {
    const weighed = await weigh(presented, asking, asked, options)
    if (!weighed) return null
    const { answer, asks, stamp } = weighed
    if (answer === 'ask') {
      const heard = await askServer(asks, asking)
      asked = heard ? 'answered' : 'unreachable'
      if (heard) asking = heard
      continue
    }
    if (options.last && answer === options.last.decision) return 'again'
    const judged = weighed.judgedAs(answer)
    // A reading in part says nothing about a ticket.
    if (options.practice || asking.kind === 'part' || (answer.verdict === 'ENTER' && answer.seats.length > 1))
      return judged
    const scan = await commit(scanOf(judged, options.gate), stamp)
    // Otherwise another tab has just changed this ticket's admissions: decide again.
    if (scan) return { ...judged, scan }
  }
}

export type LetIn =
  | { kind: 'in'; judged: Judged; seats: readonly string[] }
  /** No seat was let in: the answer has changed. `seats`: the chosen seats that may still enter. */
  | { kind: 'changed'; judged: Judged; seats: readonly string[] }

/** Judges again, then lets the chosen seats in; saved when it resolves (not in practice). Null without the list. */
export async function letIn(
  before: Judged,
  seats: readonly string[],
  options: Omit<JudgeOptions, 'last'>,
): Promise<LetIn | null> {
  const typed = whatIs(before.presented)
  // The ticket that was shown: an order's code may mean another one by now.
  const asking: Asking =
    typed.kind === 'typed' && before.ticket
      ? { kind: 'row', ticketId: before.ticketId, eventId: before.ticket.eventId }
      : typed
  for (;;) {
    const weighed = await weigh(before.presented, asking, 'unreachable', { ...options, last: null })
    if (!weighed || weighed.answer === 'ask') return null
    const judged = weighed.judgedAs(weighed.answer)
    const may = admissibleSeats(judged.decision)
    const left = seats.filter((seat) => may.seats.includes(seat)).slice(0, may.most)
    if (isSame(before.decision, judged.decision) && left.length === seats.length) {
      if (options.practice) return { kind: 'in', judged, seats }
      const verdict = judged.decision.verdict
      const scan = await commit({ ...scanOf(judged, options.gate), verdict, seats: [...seats] }, weighed.stamp)
      if (scan) return { kind: 'in', judged: { ...judged, scan }, seats }
      continue
    }
    if (options.practice || judged.decision.verdict === 'ENTER') return { kind: 'changed', judged, seats: left }
    return { kind: 'changed', judged: { ...judged, scan: await commitScan(scanOf(judged, options.gate)) }, seats: left }
  }
}

const isSame = (a: Decision, b: Decision): boolean => a.verdict === b.verdict && whyOf(a) === whyOf(b)

const commit = (scan: NewScan, stamp: string): Promise<GateScanRow | null> =>
  scan.seats.length > 0 ? commitUnlessChanged(scan, stamp) : commitScan(scan)

interface Weighed {
  answer: Answer
  judgedAs: (decision: Decision) => Judged
  asks: string[]
  /** admissionsStamp() the scans that the answer is based on. */
  stamp: string
}

async function weigh(
  presented: Presented,
  asking: Asking,
  asked: Known['asked'],
  options: JudgeOptions,
): Promise<Weighed | null> {
  // In parallel: each read is slow on an old phone.
  const [lists, row, own, now] = await Promise.all([
    chosenLists(options.eventIds),
    asking.ticketId === null ? null : ticketOf(asking.ticketId),
    asking.ticketId === null || options.practice ? [] : scansOfTicket(asking.ticketId),
    serverNow(),
  ])
  const first = lists[0]
  if (!first) return null
  const admissionsOf = (ticketId: string, ticket: GateTicketRow | null, scans: readonly GateScanRow[]) =>
    options.practice
      ? { admissions: options.practice.filter((one) => one.ticketId === ticketId).map((one) => one.admission) }
      : uncountedAdmissions(ticket, scans)
  const found = await find(asking, row, lists, async (one) =>
    isFull(one, admissionsOf(one.id, one, options.practice ? [] : await scansOfTicket(one.id))),
  )
  const { key, reading, ticketId, ticket, otherEvent } = found
  const list = found.list ?? first
  const scans = asking.ticketId === null && !options.practice ? await scansOfTicket(ticketId) : own
  const standing = admissionsOf(ticketId, ticket, scans)
  const events = lists.map((one) => one.event)
  const { listAt } = list
  const { last } = options
  const known: Known = { now, key, reading, events, otherEvent, ticket, listAt, ...standing, asked, last }
  const answer = decideAdmission(known)
  const categoryName = ticket ? (list.categories[ticket.ticketCategoryId] ?? null) : null
  const judgedAs = (decision: Decision): Judged => ({
    ...{ key, presented, decision, at: now, ticket, list, categoryName, ticketId },
    pass: reading.kind === 'code' ? reading.pass : null,
    scan: null,
  })
  const asks = (found.list ? [found.list] : lists).map((one) => one.eventId)
  return { answer, judgedAs, asks, stamp: admissionsStamp(scans) }
}

function scanOf({ decision, list, ticketId, ticket, pass }: Judged, gate: string): NewScan {
  const seats = decision.verdict === 'ENTER' ? [...decision.seats] : []
  return {
    eventId: list.eventId,
    ticketId,
    verdict: decision.verdict,
    seats,
    reason: decision.verdict === 'ENTER' ? decision.mark : whyOf(decision),
    gate,
    undoes: null,
    ...(pass && { pass }),
    after: list.listAt,
    shown: {
      verdict: decision.verdict,
      name: ticket ? holderName(ticket, seats) : null,
      seats: [...(ticket?.seats ?? seats)],
    },
  }
}

const whyOf = (decision: Decision): string | null => ('why' in decision ? decision.why : null)

async function chosenLists(eventIds: readonly string[]): Promise<GateListRow[]> {
  return (await readGateLists()).filter((row) => eventIds.includes(row.eventId) && row.listAt !== null)
}

/** Refreshes the lists, and has a typed code looked up. Null without an answer in ASK_TIMEOUT_MS. */
async function askServer(eventIds: readonly string[], asking: Asking): Promise<Asking | null> {
  const lists = Promise.all(eventIds.map((eventId) => refreshGateList(eventId, { keys: false })))
  const found = asking.kind === 'typed' ? findCode(eventIds, storedCode(asking.text)) : null
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ASK_TIMEOUT_MS))
  const answers = await Promise.race([Promise.all([lists, found]), late])
  if (!answers?.[0].every((answer) => answer.ok)) return null
  const [, tickets] = answers
  if (asking.kind !== 'typed') return asking
  return tickets?.ok ? { ...asking, found: tickets.value } : null
}
