import { recordScans, SCANS_PER_CALL, type ScanConflict } from '#backend/gate-api.ts'
import { withLock } from '#backend/lock.ts'
import { mayPassLater, needsSignIn, type Failure } from '#domain/failure.ts'
import type { Scan } from '#domain/scan.ts'
import { newsOfConflict } from './gate-news.ts'
import type { GateScanRow } from './gate-rows.ts'
import { CLOCK_TOLERANCE_MS, serverOffset } from './gate-setup.ts'
import { owner, ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'

const SCANS_LOCK = 'mehfil.gate-scans'
/** Scans in one call: small enough for a slow network, far below what the server takes. */
export const SCANS_AT_ONCE = Math.min(200, SCANS_PER_CALL)

let draining: Promise<Failure | null> | null = null
let again = false

/**
 * Sends every scan of the signed-in person that waits, oldest first, in batches; one sender at a time over all tabs. Each
 * scan is answered by itself: what the server turns back for good is marked and never holds up the others. Resolves with
 * null when all has been sent, else with what stopped it (everything not sent is kept). Never rejects.
 */
export function drainScans(): Promise<Failure | null> {
  if (draining) {
    again = true
    return draining
  }
  draining = (async () => {
    try {
      let failure: Failure | null
      do {
        again = false
        failure = await withLock(SCANS_LOCK, sendAll)
      } while (again && failure === null)
      return failure
    } catch (error) {
      return { code: 'storage', message: String(error) } satisfies Failure
    } finally {
      draining = null
    }
  })()
  return draining
}

async function sendAll(): Promise<Failure | null> {
  const store = await openStore()
  const ownerId = await owner()
  if (ownerId === null) return null
  const tried = new Set<string>()
  let failure: Failure | null = null
  for (;;) {
    const waiting = (await store.table('gateScans').where('queue', [ownerId]))
      .filter((row) => !tried.has(row.id))
      .sort((a, b) => a.scannedAt - b.scannedAt)
    if (waiting.length === 0) return failure
    for (let from = 0; from < waiting.length; from += SCANS_AT_ONCE) {
      const batch = waiting.slice(from, from + SCANS_AT_ONCE)
      for (const row of batch) tried.add(row.id)
      const problem = await sendBatch(store, ownerId, batch)
      // Without an answer the next batch would have none either.
      if (problem && !isAboutContents(problem)) return problem
      failure ??= problem
    }
  }
}

/** The request itself displeased: one of its scans may, and the others shall not wait for it. */
const isAboutContents = (failure: Failure): boolean =>
  failure.code === 'invalid' || failure.code === 'server' || failure.code === 'file_refused'

/** Sends these; when the server cannot take them together, in halves, until the one it cannot take stands alone. */
async function sendBatch(store: Store, ownerId: string, batch: readonly GateScanRow[]): Promise<Failure | null> {
  const offset = await serverOffset()
  const sentAt = Date.now()
  const answer = await recordScans(
    batch.map((row) => toSend(row, offset)),
    sentAt,
  )
  if (!answer.ok) {
    const { failure } = answer
    if (needsSignIn(failure) || !isAboutContents(failure)) return failure
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      const first = await sendBatch(store, ownerId, batch.slice(0, middle))
      if (first && !isAboutContents(first)) return first
      return (await sendBatch(store, ownerId, batch.slice(middle))) ?? first
    }
    // A server that failed may take it another time; one that refuses the contents never will.
    if (!mayPassLater(failure)) await mark(store, ownerId, batch, () => ({ code: failure.code, field: null }), sentAt)
    return mayPassLater(failure) ? failure : null
  }
  const answers = new Map(answer.value.answers.map((one) => [one.index, one]))
  await mark(
    store,
    ownerId,
    batch,
    (_, index) => {
      const one = answers.get(index)
      if (!one) return 'keep'
      return one.ok ? null : { code: one.code, field: one.field }
    },
    sentAt,
    answer.value.conflicts,
  )
  return null
}

type Fate = { code: string; field: string | null } | null | 'keep'

async function mark(
  store: Store,
  ownerId: string,
  batch: readonly GateScanRow[],
  fateOf: (row: GateScanRow, index: number) => Fate,
  sentAt: number,
  conflicts: readonly ScanConflict[] = [],
): Promise<void> {
  await store.transact(['gateScans', 'gateNews', 'gateLists', 'session'], async () => {
    const rows = batch.flatMap((row, index): GateScanRow[] => {
      const fate = fateOf(row, index)
      if (fate === 'keep') return []
      if (fate === null) return [{ ...row, state: 'sent', queue: '', sentAt }]
      return [{ ...row, state: 'refused', queue: '', refused: fate, sentAt }]
    })
    // Somebody else may be here by now: what was sent for its owner is done, and nothing of it stays.
    if ((await ownerIn(store)) !== ownerId) {
      await store.table('gateScans').remove(rows.map((row) => row.id))
      return
    }
    await store.table('gateScans').putAll(rows)
    const known = await store.table('gateNews').getMany(conflicts.map((one) => newsOfConflict(one, 0).key))
    const fresh = conflicts
      .map((one) => newsOfConflict(one, Date.now()))
      .filter((one) => !known.some((old) => old.key === one.key))
    await store.table('gateNews').putAll(fresh)
  })
}

/**
 * The scan with its time on the clock as it is now. Where the device's clock has been set right (or wrong) since, the
 * difference known when the scan was made is the one to mend it by, not the one at sending.
 */
export function toSend(row: GateScanRow, offsetNow: number | null): Scan {
  const { id, eventId, ticketId, verdict, seats, reason, gate, device, undoes } = row
  const moved = row.offset === null || offsetNow === null ? 0 : row.offset - offsetNow
  const scannedAt = Math.abs(moved) >= CLOCK_TOLERANCE_MS ? row.scannedAt + moved : row.scannedAt
  return { id, eventId, ticketId, verdict, seats, reason, gate, device, scannedAt, undoes }
}
