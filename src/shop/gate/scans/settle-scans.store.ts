import type { Admission } from '../lists/roster-ticket.ts'
import type { GateScanRow, GateTicketRow } from '../gate-rows.ts'
import type { Store } from '#shop/device/store-types.ts'
import { omit } from '#shop/device/omit.ts'

/**
 * Whether the list speaks for a scan: its ticket's row was asked for after the server's answer to the scan had come. Until
 * then, and where no list will ever have it, the device counts the admission itself. No clock takes part.
 */
function listSpeaksFor(scan: GateScanRow, ticket: Pick<GateTicketRow, 'asked'> | null): boolean {
  if (!ticket || scan.state === 'waiting' || scan.state === 'refused') return false
  // An older version kept no numbers, and settled by the list's word.
  if (scan.heard === undefined) return scan.state === 'settled' || (ticket.asked ?? 0) > 0
  return scan.heard !== null && (ticket.asked ?? 0) > scan.heard
}

/** What this device's scans of one ticket say beyond its row in the list, whether that has heard of them or not. */
export function standingOf(
  ticket: Pick<GateTicketRow, 'asked'> | null,
  scans: readonly GateScanRow[],
): { admissions: Admission[]; undone: ReadonlySet<string> } {
  const undone = undoneBy(scans)
  const admissions = scans
    .filter((scan) => scan.seats.length > 0 && !undone.has(scan.id) && !listSpeaksFor(scan, ticket))
    .map(admissionOf)
  return { admissions, undone }
}

/** Ids of the scans that these take back. */
export const undoneBy = (scans: readonly GateScanRow[]): ReadonlySet<string> =>
  new Set(scans.flatMap((scan) => (scan.undoes === null || scan.undoRefused ? [] : [scan.undoes])))

export const admissionOf = (scan: GateScanRow): Admission => ({
  scanId: scan.id,
  seats: scan.seats,
  gate: scan.gate,
  at: scan.scannedAt + (scan.offset ?? 0),
})

/** Changes with every scan of a ticket that lets somebody in or takes that back. */
export const stampOf = (scans: readonly GateScanRow[]): string =>
  scans
    .filter(changesCount)
    .map((row) => row.id)
    .sort()
    .join()

/** After a refresh that was asked for under `asked`: scans of the event that the list speaks for are counted by it alone. */
export async function settleScans(store: Store, eventId: string, asked: number): Promise<void> {
  await store.transact(['gateScans', 'gateTickets'], async () => {
    const sent = (await store.table('gateScans').where('state', ['sent'])).filter((row) => row.eventId === eventId)
    const counted = [...new Set(sent.filter(changesCount).map((row) => row.ticketId))]
    const tickets = new Map((await store.table('gateTickets').getMany(counted)).map((row) => [row.id, row]))
    const over = (row: GateScanRow): boolean => {
      const ticket = tickets.get(row.ticketId)
      // Of a ticket that a whole list does not have the list says: nobody of it is in.
      return !changesCount(row) || (ticket ? listSpeaksFor(row, ticket) : (row.heard ?? 0) < asked)
    }
    await store.table('gateScans').putAll(sent.filter(over).map((row) => ({ ...row, state: 'settled' as const })))
  })
}

/**
 * What the server has said that it has is to be sent once more: it may be without it. The same scan twice changes nothing
 * there, and until it is answered the device counts it itself. Within a transaction over gateScans.
 */
export async function sendScansAgain(store: Store): Promise<void> {
  const had = await store.table('gateScans').where('state', ['sent', 'settled'])
  await store
    .table('gateScans')
    .putAll(had.map((row) => ({ ...omit(row, 'heard'), state: 'waiting', queue: row.ownerId, sentAt: null })))
}

/** Lets somebody in or takes that back: until the list speaks for it, it is counted beside the list. */
const changesCount = (row: GateScanRow): boolean => row.seats.length > 0 || row.undoes !== null
