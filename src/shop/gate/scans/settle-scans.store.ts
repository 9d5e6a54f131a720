import type { Admission } from '../lists/roster-ticket.ts'
import type { GateScanRow, GateTicketRow } from '../gate-rows.ts'
import type { Store } from '#shop/device/store-types.ts'
import { omit } from '#shop/device/omit.ts'

/** True when the ticket's row was requested after the server's answer to the scan: then only the list counts it. */
function isCountedByList(scan: GateScanRow, ticket: Pick<GateTicketRow, 'asked'> | null): boolean {
  if (!ticket || scan.state === 'waiting' || scan.state === 'refused') return false
  return scan.heard != null && ticket.asked > scan.heard
}

/** Returns admissions of these scans that the list does not count yet, and all undone scans. */
export function uncountedAdmissions(
  ticket: Pick<GateTicketRow, 'asked'> | null,
  scans: readonly GateScanRow[],
): { admissions: Admission[]; undone: ReadonlySet<string> } {
  const undone = undoneBy(scans)
  const admissions = scans
    .filter((scan) => scan.seats.length > 0 && !undone.has(scan.id) && !isCountedByList(scan, ticket))
    .map(admissionOf)
  return { admissions, undone }
}

export const undoneBy = (scans: readonly GateScanRow[]): ReadonlySet<string> =>
  new Set(scans.flatMap((scan) => (scan.undoes === null || scan.undoRefused ? [] : [scan.undoes])))

export const admissionOf = (scan: GateScanRow): Admission => ({
  scanId: scan.id,
  seats: scan.seats,
  gate: scan.gate,
  at: scan.scannedAt + (scan.offset ?? 0),
})

/** Returns a stamp that changes with each admission and undo of the ticket. */
export const admissionsStamp = (scans: readonly GateScanRow[]): string =>
  scans
    .filter(changesCount)
    .map((row) => row.id)
    .sort()
    .join()

/** Settles the event's scans that a list requested under `asked` counts. */
export async function settleScans(store: Store, eventId: string, asked: number): Promise<void> {
  await store.transact(['gateScans', 'gateTickets'], async () => {
    const sent = (await store.table('gateScans').where('state', ['sent'])).filter((row) => row.eventId === eventId)
    const counted = [...new Set(sent.filter(changesCount).map((row) => row.ticketId))]
    const tickets = new Map((await store.table('gateTickets').getMany(counted)).map((row) => [row.id, row]))
    const over = (row: GateScanRow): boolean => {
      const ticket = tickets.get(row.ticketId)
      // A complete list without the ticket means: no seat of it is in.
      return !changesCount(row) || (ticket ? isCountedByList(row, ticket) : (row.heard ?? 0) < asked)
    }
    await store.table('gateScans').putAll(sent.filter(over).map((row) => ({ ...row, state: 'settled' as const })))
  })
}

/** Queues acknowledged scans again: a restored server may lack them. Needs a transaction over gateScans. */
export async function sendScansAgain(store: Store): Promise<void> {
  const had = await store.table('gateScans').where('state', ['sent', 'settled'])
  await store
    .table('gateScans')
    .putAll(had.map((row) => ({ ...omit(row, 'heard'), state: 'waiting', queue: row.ownerId, sentAt: null })))
}

/** Admits or undoes: counted beside the list until the list includes it. */
const changesCount = (row: GateScanRow): boolean => row.seats.length > 0 || row.undoes !== null

/** Returns unsent scans of other accounts on this device, for events that this person has a list of. */
export async function leftByOthers(store: Store, ownerId: string): Promise<GateScanRow[]> {
  const scans = store.table('gateScans')
  // Counting reads no rows, and nearly always there are none.
  if ((await scans.count('state', ['waiting'])) === (await scans.count('queue', [ownerId]))) return []
  const lists = (await store.table('gateLists').all()).filter((row) => row.ownerId === ownerId)
  const waiting = lists.length > 0 ? await scans.where('state', ['waiting']) : []
  return waiting.filter((row) => row.ownerId !== ownerId && lists.some((list) => list.eventId === row.eventId))
}

export async function countUnsentScans(store: Store, ownerId: string): Promise<number> {
  const own = await store.table('gateScans').count('queue', [ownerId])
  return own + (await leftByOthers(store, ownerId)).length
}
