import { gateCounters, type GateCounters } from '../gate-watch.api.ts'
import { liveAdmissions } from '../admission.ts'
import type { Result } from '#platform/failure/failure.ts'
import { admittedSeats } from './roster.ts'
import type { GateListRow, GateScanRow, GateTicketRow } from '../gate-rows.ts'
import { admissionOf, undoneBy } from '../scans/settle-scans.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'

export type { GateCounters } from '../gate-watch.api.ts'

export interface GateCount {
  eventId: string
  admitted: number
  expected: number
}

/** The result of one count, reused by the next; immutable, because counts may overlap. */
interface Tally {
  /** Scans of this device, by id, that the lists may not contain yet. */
  open: ReadonlyMap<string, GateScanRow>
  /** By ticket: its scans, and how many more seats they let in than the list has. */
  tickets: ReadonlyMap<string, { scans: string; more: number }>
  lists: string
}

/** Counts seats by event, unsent scans included. A scan reads only itself and its ticket, even when 1,000 wait. */
export function watchGateCounts(eventIds: readonly string[]): Observable<GateCount[]> {
  let last: Tally = { open: new Map(), tickets: new Map(), lists: '' }
  return watch(async (store) => {
    const lists = (await store.table('gateLists').getMany(eventIds)).filter((list) => list.listAt !== null)
    const tally = await tallied(store, lists, last)
    last = tally
    return lists.map(({ eventId, admitted, expected }) => {
      const mine = new Set([...tally.open.values()].filter((one) => one.eventId === eventId).map((one) => one.ticketId))
      const more = [...mine].reduce((sum, id) => sum + (tally.tickets.get(id)?.more ?? 0), 0)
      return { eventId, admitted: admitted + more, expected }
    })
  })
}

async function tallied(store: Store, lists: readonly GateListRow[], last: Tally): Promise<Tally> {
  const table = store.table('gateScans')
  // In this order a scan that is sent meanwhile is read twice rather than missed.
  const ids: string[] = []
  for (const state of ['waiting', 'sent', 'refused']) ids.push(...(await table.keysWhere('state', state)))
  const fresh = await table.getMany(ids.filter((id) => !last.open.has(id)))
  const kept = ids.flatMap((id) => last.open.get(id) ?? [])
  const open = new Map([...kept, ...fresh].map((row) => [row.id, row]))

  const byTicket = new Map<string, GateScanRow[]>()
  for (const scan of open.values()) {
    if (scan.seats.length === 0 && scan.undoes === null) continue
    byTicket.set(scan.ticketId, [...(byTicket.get(scan.ticketId) ?? []), scan])
  }
  const stamp = lists.map((list) => `${list.eventId} ${list.listAt} ${list.since} ${list.admitted}`).join()
  const tickets = new Map<string, { scans: string; more: number }>()
  const unread: { id: string; rows: GateScanRow[]; scans: string }[] = []
  for (const [id, rows] of byTicket) {
    const before = stamp === last.lists ? last.tickets.get(id) : undefined
    const scans = rows.map((row) => row.id).join()
    if (before?.scans === scans) tickets.set(id, before)
    else unread.push({ id, rows, scans })
  }
  const found = await store.table('gateTickets').getMany(unread.map(({ id }) => id))
  const read = new Map(found.map((row) => [row.id, row]))
  for (const { id, rows, scans } of unread)
    tickets.set(id, { scans, more: extraSeatsAdmitted(read.get(id) ?? null, rows) })
  return { open, tickets, lists: stamp }
}

/** Returns how many more seats these scans let in than the list has; negative after an undo. */
export function extraSeatsAdmitted(
  ticket: Pick<GateTicketRow, 'admissions'> | null,
  scans: readonly GateScanRow[],
): number {
  const listed = ticket?.admissions ?? []
  const all = liveAdmissions([...listed, ...scans.map(admissionOf)], undoneBy(scans))
  return admittedSeats(all) - admittedSeats(listed)
}

const latest = new Map<string, GateCounters>()

export async function refreshCounters(eventId: string): Promise<Result<GateCounters>> {
  const answer = await gateCounters(eventId)
  if (answer.ok) latest.set(eventId, answer.value)
  return answer
}

export const lastCounters = (eventId: string): GateCounters | null => latest.get(eventId) ?? null
