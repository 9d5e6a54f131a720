import { newUuid } from '#platform/text/uuid.ts'
import type { Scan } from '../scan.ts'
import type { GateProblemRow, GateScanRow } from '../gate-rows.ts'
import { isClockSure } from '../clock.store.ts'
import { countUnsentScans, admissionsStamp } from './settle-scans.store.ts'
import { gateDevice, serverNow, serverOffset } from '../setup.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'

export type { GateProblemRow, GateScanRow } from '../gate-rows.ts'

export type NewScan = Omit<Scan, 'id' | 'device' | 'scannedAt'> & Pick<GateScanRow, 'shown' | 'after'>

export const UNDO_MS = 10_000

/** Saves a scan, flushed to disk when this resolves. Throws if that fails: then no answer may be shown. */
export async function commitScan(scan: NewScan): Promise<GateScanRow> {
  const row = await scanRow(scan)
  await (await openStore()).table('gateScans').put(row)
  return row
}

/** Saves the scan only if the stamp (admissionsStamp) of the ticket's scans is still `seen`; else returns null. Atomic. */
export const commitUnlessChanged = (scan: NewScan, seen: string): Promise<GateScanRow | null> =>
  commitIf(scan, (scans) => admissionsStamp(scans) === seen)

/** Saves the scan only if the ticket's scans allow it; else returns null. Atomic. */
async function commitIf(scan: NewScan, allow: (scans: GateScanRow[]) => boolean): Promise<GateScanRow | null> {
  const row = await scanRow(scan)
  const store = await openStore()
  return store.transact(['gateScans'], async () => {
    const scans = await store.table('gateScans').where('ticketId', [scan.ticketId])
    // A lost connection runs this transaction again although the row was saved.
    if (scans.some((one) => one.id === row.id)) return row
    if (!allow(scans)) return null
    await store.table('gateScans').put(row)
    return row
  })
}

async function scanRow(scan: NewScan): Promise<GateScanRow> {
  const [ownerId, device, offset] = await Promise.all([owner(), gateDevice(), serverOffset()])
  if (ownerId === null) throw new Error('not signed in')
  return {
    ...scan,
    id: newUuid(),
    device,
    scannedAt: Date.now(),
    ownerId,
    offset,
    offsetSure: isClockSure(),
    state: 'waiting',
    queue: ownerId,
    refused: null,
    sentAt: null,
  }
}

/** Undoes an admission, for a reason in staff's words. Null when it is too late or already undone. */
export async function undoScan(scanId: string, reason: string): Promise<GateScanRow | null> {
  const store = await openStore()
  const scan = await store.table('gateScans').get(scanId)
  if (!scan || scan.seats.length === 0) return null
  // Compared on the server's clock: the device's may have been set since.
  const gone = Math.abs((await serverNow()) - (scan.scannedAt + (scan.offset ?? 0)))
  if (gone > UNDO_MS + UNDO_GRACE_MS) return null
  const undo: NewScan = {
    eventId: scan.eventId,
    ticketId: scan.ticketId,
    verdict: 'UNDO',
    seats: [],
    reason,
    gate: scan.gate,
    undoes: scanId,
    after: scan.after,
    shown: { ...scan.shown, verdict: 'UNDO', seats: [...scan.seats] },
  }
  return commitIf(undo, (scans) => !scans.some((one) => one.undoes === scanId))
}

/** Extra time to choose a reason after the question was opened, milliseconds. */
const UNDO_GRACE_MS = 60_000

export async function scansOfTicket(ticketId: string): Promise<GateScanRow[]> {
  return (await openStore()).table('gateScans').where('ticketId', [ticketId])
}

export function watchUnsentScans(): Observable<{ waiting: number; refused: GateScanRow[] }> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const waiting = ownerId === null ? 0 : await countUnsentScans(store, ownerId)
    const refused = await store.table('gateScans').where('state', ['refused'])
    return {
      waiting,
      refused: refused.filter((row) => row.ownerId === ownerId),
    }
  })
}

export function watchGateNews(eventIds: readonly string[]): Observable<GateProblemRow[]> {
  return watch(async (store) => {
    const rows = await store.table('gateNews').where('eventId', eventIds)
    return rows.sort((a, b) => (b.later ?? b.first).at - (a.later ?? a.first).at)
  })
}

export async function markNewsSeen(keys: readonly string[]): Promise<void> {
  const store = await openStore()
  await store.transact(['gateNews'], async () => {
    const rows = await store.table('gateNews').getMany(keys)
    await store.table('gateNews').putAll(rows.filter((row) => !row.seen).map((row) => ({ ...row, seen: true })))
  })
}
