import {
  ASK_TIMEOUT_MS,
  decideAdmission,
  type Admission,
  type Answer,
  type Decision,
  type GateEvent,
  type Known,
  type Reading,
  type RosterTicket,
} from '#domain/admission.ts'
import { eventName } from '#domain/catalogue.ts'
import { TICKET_ID_MAX } from '#domain/scan.ts'
import { checkTypedCode, decodeTicketCode, verifyTicketCode, type TicketCode } from '#domain/ticket-code.ts'
import { readEvent } from './catalogue.ts'
import { readGateLists, refreshGateList } from './gate-lists.ts'
import type { GateListRow, GateScanRow } from './gate-rows.ts'
import { commitScan, scansOfTicket, type NewScan } from './gate-scans.ts'
import { serverNow } from './gate-setup.ts'
import { openStore } from './store.ts'

/** What was put before the gate: a code read or typed, or a row of the list chosen in the search. */
export type Presented =
  { kind: 'text'; text: string; typed: boolean } | { kind: 'row'; ticketId: string; eventId: string }

/** An answer, with all that its screen says. */
export interface Judged {
  /** Identifies what was presented. */
  key: string
  decision: Decision
  /** Milliseconds on the server's clock. */
  at: number
  ticket: RosterTicket | null
  /** The gate's event this was judged for. */
  list: GateListRow
  categoryName: string | null
  /** What the scan names: the ticket's id, or what was read. */
  ticketId: string
  /** Committed before this answer was given; null while several seats wait for 'Let in', and in practice. */
  scan: GateScanRow | null
}

/** The last answer, for a code that stays before the camera. */
export type LastJudged = Pick<Judged, 'key' | 'at' | 'decision'>

export interface JudgeOptions {
  gate: string
  /** Lists of the events that this gate admits to. */
  eventIds: readonly string[]
  last: LastJudged | null
  /** Nothing is committed; earlier admissions of the practice are these. */
  practice: readonly { ticketId: string; admission: Admission }[] | null
}

interface Found {
  key: string
  reading: Reading
  ticketId: string
  ticket: RosterTicket | null
  list: GateListRow | null
  otherEvent: GateEvent | null
}

/**
 * Decides about what was presented with what the device has, asking the server for at most two seconds where that could
 * change the answer. Whatever it answers is on the device before it resolves, except 'ENTER' for several seats, which is
 * committed by `letIn`. Null when it is the last answer again (the same code within five seconds), and when no list is
 * on the device.
 */
export async function judge(presented: Presented, options: JudgeOptions): Promise<Judged | 'again' | null> {
  const asking = whatIs(presented)
  let asked: Known['asked'] = 'no'
  for (;;) {
    // Each read is a wait on a slow phone: all that is known by its key is read side by side.
    const [lists, ticket, scans, now] = await Promise.all([
      chosenLists(options.eventIds),
      asking.ticketId === null ? null : ticketOf(asking.ticketId),
      asking.ticketId === null || options.practice ? [] : scansOfTicket(asking.ticketId),
      serverNow(),
    ])
    const first = lists[0]
    if (!first) return null
    const found = await find(asking, ticket, lists)
    const list = found.list ?? first
    const known: Known = {
      now,
      key: found.key,
      reading: found.reading,
      events: lists.map((one) => one.event),
      otherEvent: found.otherEvent,
      ticket: found.ticket,
      listAt: list.listAt,
      admissions: options.practice
        ? options.practice.filter((one) => one.ticketId === found.ticketId).map((one) => one.admission)
        : ownAdmissions(found, asking.ticketId === null ? await scansOfTicket(found.ticketId) : scans),
      asked,
      last: options.last,
    }
    const answer: Answer = decideAdmission(known)
    if (answer === 'ask') {
      // A typed code may be on any of the lists.
      const ask = found.list ? [found.list] : lists
      asked = (await askServer(ask.map((one) => one.eventId))) ? 'answered' : 'unreachable'
      continue
    }
    if (options.last && answer === options.last.decision) return 'again'
    const judged: Judged = {
      key: found.key,
      decision: answer,
      at: now,
      ticket: found.ticket,
      list,
      categoryName: found.ticket ? (list.categories[found.ticket.ticketCategoryId] ?? null) : null,
      ticketId: found.ticketId,
      scan: null,
    }
    if (options.practice || (answer.verdict === 'ENTER' && answer.seats.length > 1)) return judged
    return { ...judged, scan: await commitScan(scanOf(judged, options.gate)) }
  }
}

/** What was presented, as far as it tells without the device; `ticketId`: null where the list must be searched for it. */
type Asking =
  | { kind: 'row'; ticketId: string; eventId: string }
  | { kind: 'code'; ticketId: string; text: string; code: TicketCode }
  | { kind: 'garbage'; ticketId: string; text: string }
  | { kind: 'typed'; ticketId: null; text: string }

function whatIs(presented: Presented): Asking {
  if (presented.kind === 'row') return presented
  const text = presented.text.trim()
  const code = decodeTicketCode(text)
  if (code) return { kind: 'code', ticketId: code.ticketId, text, code }
  if (presented.typed && !text.startsWith('MF1:')) return { kind: 'typed', ticketId: null, text }
  return { kind: 'garbage', ticketId: text.slice(0, TICKET_ID_MAX), text }
}

/** Commits the admission of these seats of an answer that waits for a choice; resolves once it is on the device. */
export async function letIn(judged: Judged, seats: readonly string[], gate: string): Promise<Judged> {
  const { decision } = judged
  const verdict = decision.verdict === 'CHECK' ? 'CHECK' : 'ENTER'
  const scan = await commitScan({ ...scanOf(judged, gate), verdict, seats: [...seats] })
  return { ...judged, scan }
}

function scanOf({ decision, list, ticketId, ticket }: Judged, gate: string): NewScan {
  const seats = decision.verdict === 'ENTER' ? [...decision.seats] : []
  return {
    eventId: list.eventId,
    ticketId,
    verdict: decision.verdict,
    seats,
    reason: reasonOf(decision),
    gate,
    undoes: null,
    shown: { verdict: decision.verdict, name: ticket?.name ?? null, seats: [...(ticket?.seats ?? seats)] },
  }
}

function reasonOf(decision: Decision): string | null {
  if (decision.verdict === 'ENTER') return decision.mark
  return decision.verdict === 'ALREADY IN' ? null : decision.why
}

async function chosenLists(eventIds: readonly string[]): Promise<GateListRow[]> {
  return (await readGateLists()).filter((row) => eventIds.includes(row.eventId) && row.listAt !== null)
}

/** What the server knows by now about these events, if it says so in time. */
async function askServer(eventIds: readonly string[]): Promise<boolean> {
  const all = Promise.all(eventIds.map((eventId) => refreshGateList(eventId, { keys: false })))
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ASK_TIMEOUT_MS))
  const answers = await Promise.race([all, late])
  return answers !== null && answers.every((answer) => answer.ok)
}

const ticketOf = async (id: string): Promise<RosterTicket | null> =>
  (await (await openStore()).table('gateTickets').get(id)) ?? null

/** `ticket`: the row of `asking.ticketId`. */
async function find(asking: Asking, ticket: RosterTicket | null, lists: readonly GateListRow[]): Promise<Found> {
  const listOf = (eventId: string | undefined) => lists.find((one) => one.eventId === eventId) ?? null
  if (asking.kind === 'garbage') {
    const { text: key, ticketId } = asking
    return { key, reading: { kind: 'garbage' }, ticketId, ticket: null, list: null, otherEvent: null }
  }
  if (asking.kind === 'row') {
    const { ticketId } = asking
    const list = listOf(asking.eventId)
    return { key: ticketId, reading: { kind: 'lookup' }, ticketId, ticket, list, otherEvent: null }
  }
  if (asking.kind === 'code') {
    const { text: key, ticketId, code } = asking
    const list = listOf(code.eventId)
    const signature = list ? await signatureOf(code, list) : 'unknown_key'
    const otherEvent = list ? null : await otherEventOf(code.eventId)
    // A code of another event names a ticket of that event's list only.
    const own = ticket && ticket.eventId === code.eventId ? ticket : null
    return { key, reading: { kind: 'code', code, signature }, ticketId, ticket: own, list, otherEvent }
  }
  const typed = checkTypedCode(asking.text) ?? asking.text.toUpperCase().replaceAll(/[\s-]/g, '')
  const store = await openStore()
  const rows =
    typed === '' ? [] : await store.table('gateTickets').startsWith('terms', typed.toLowerCase(), MOST_OF_ORDER)
  const exact = rows.filter((row) => row.code === typed || row.orderCode === typed)
  const row = exact.find((one) => listOf(one.eventId)) ?? exact[0] ?? null
  const list = listOf(row?.eventId)
  const otherEvent = row && !list ? await otherEventOf(row.eventId) : null
  const key = row?.id ?? typed
  return { key, reading: { kind: 'lookup' }, ticketId: key, ticket: row, list, otherEvent }
}

/** More lines than an order can have. */
const MOST_OF_ORDER = 40

async function signatureOf(
  code: TicketCode,
  list: GateListRow,
): Promise<'right' | 'wrong' | 'withdrawn' | 'unknown_key'> {
  if (list.withdrawn.includes(code.keyNumber)) return 'withdrawn'
  const key = list.keys.find((one) => one.number === code.keyNumber)
  if (!key) return 'unknown_key'
  return (await verifyTicketCode(code, key.bytes)) ? 'right' : 'wrong'
}

/** Another event's name: from a list this person has, or from the catalogue. */
async function otherEventOf(eventId: string): Promise<GateEvent | null> {
  const list = (await readGateLists()).find((one) => one.eventId === eventId)
  if (list) return list.event
  const event = await readEvent(eventId)
  return event ? { id: event.id, name: eventName(event), date: event.date, status: event.status } : null
}

/** Of this device's scans of a ticket the admissions that the list does not speak for yet; of one on no list, all of them. */
function ownAdmissions(found: Found, scans: readonly GateScanRow[]): Admission[] {
  const undone = new Set(scans.map((scan) => scan.undoes))
  return scans
    .filter((scan) => scan.seats.length > 0 && !undone.has(scan.id))
    .filter((scan) => scan.state !== 'settled' || !found.ticket)
    .map(admissionOf)
}

export const admissionOf = (scan: GateScanRow): Admission => ({
  scanId: scan.id,
  seats: scan.seats,
  gate: scan.gate,
  at: scan.scannedAt + (scan.offset ?? 0),
})
