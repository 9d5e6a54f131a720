import { gateCounters, type GateCounters } from '#backend/gate-watch-api.ts'
import { liveAdmissions } from '#domain/admission.ts'
import type { Result } from '#domain/failure.ts'
import { admissionOf } from './gate-judge.ts'
import { admittedSeats } from './gate-roster.ts'
import type { GateListRow, GateScanRow, GateTicketRow } from './gate-rows.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import { watch, type Watch } from './watch.ts'

export type { GateCounters } from '#backend/gate-watch-api.ts'

export interface GateCount {
  eventId: string
  /** Different seats let in: what the list knows and what this device has done since. */
  admitted: number
  /** Seats of valid tickets. */
  expected: number
}

/** In and expected per event, with what this device did and the list does not know yet. */
export function watchGateCounts(eventIds: readonly string[]): Watch<GateCount[]> {
  return watch(async (store) => {
    const lists = (await store.table('gateLists').getMany(eventIds)).filter((list) => list.listAt !== null)
    const open = await store.table('gateScans').where('state', ['waiting', 'sent'])
    return Promise.all(lists.map((list) => countOf(store, list, open)))
  })
}

async function countOf(store: Store, list: GateListRow, open: readonly GateScanRow[]): Promise<GateCount> {
  const mine = open.filter((scan) => scan.eventId === list.eventId && (scan.seats.length > 0 || scan.undoes !== null))
  const ids = [...new Set(mine.map((scan) => scan.ticketId))]
  const tickets = new Map((await store.table('gateTickets').getMany(ids)).map((row) => [row.id, row]))
  const more = ids.reduce((sum, id) => sum + seatsSince(tickets.get(id) ?? null, scansFor(mine, id)), 0)
  return { eventId: list.eventId, admitted: list.admitted + more, expected: list.expected }
}

const scansFor = (scans: readonly GateScanRow[], ticketId: string): GateScanRow[] =>
  scans.filter((scan) => scan.ticketId === ticketId)

/** How many more seats of a ticket are in by these scans than its row in the list says; fewer after an undo. */
export function seatsSince(ticket: Pick<GateTicketRow, 'admissions'> | null, scans: readonly GateScanRow[]): number {
  const listed = ticket?.admissions ?? []
  const undone = new Set(scans.flatMap((scan) => (scan.undoes === null ? [] : [scan.undoes])))
  const all = liveAdmissions([...listed, ...scans.map(admissionOf)], undone)
  return admittedSeats(all) - admittedSeats(listed)
}

const latest = new Map<string, GateCounters>()

/** What the server counts over all gates and devices. Fails with `forbidden`, `unreachable`. */
export async function refreshCounters(eventId: string): Promise<Result<GateCounters>> {
  const answer = await gateCounters(eventId)
  if (answer.ok) latest.set(eventId, answer.value)
  return answer
}

/** The counters as last heard by this page; null before. */
export const lastCounters = (eventId: string): GateCounters | null => latest.get(eventId) ?? null

/** The search: rows of these events of which a word of the name, a seat or a code begins with each word typed. */
export async function searchTickets(
  text: string,
  eventIds: readonly string[],
  most = 30,
): Promise<{ rows: GateTicketRow[]; more: boolean }> {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
  const longest = [...words].sort((a, b) => b.length - a.length)[0]
  if (!longest) return { rows: [], more: false }
  const store = await openStore()
  const found = await store.table('gateTickets').startsWith('terms', longest, MOST_LOOKED_AT)
  const rows = found.filter(
    (row) => eventIds.includes(row.eventId) && words.every((word) => row.terms.some((term) => term.startsWith(word))),
  )
  return { rows: rows.slice(0, most), more: rows.length > most || found.length === MOST_LOOKED_AT }
}

/** Rows that one search reads at most. */
const MOST_LOOKED_AT = 400
