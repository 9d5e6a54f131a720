import { recordScans, SCANS_PER_CALL } from '../gate.api.ts'
import type { ScanAnswer, ScanConflict } from './scan-answers.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { Scan } from '../scan.ts'
import { batchSender } from './batches.ts'
import { leftByOthers } from './left-by-others.store.ts'
import { newsOfConflict } from './news.store.ts'
import type { GateScanRow } from '../gate-rows.ts'
import { nextInSequence } from './sequence.store.ts'
import { CLOCK_TOLERANCE_MS, serverOffset } from '../setup.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'

const SCANS_LOCK = 'mehfil.gate-scans'
/** Scans in one call: small enough for a slow network, far below what the server takes. */
export const SCANS_AT_ONCE = Math.min(200, SCANS_PER_CALL)

let draining: Promise<Failure | null> | null = null
let again = false

/** A scan on its way, and who sends it. */
type Leaving = GateScanRow & { sender: string }

const sender = batchSender<Leaving>(SCANS_AT_ONCE, post, (row) =>
  mark([row], () => ({ index: 0, id: row.id, ok: false, code: 'invalid', field: null }), Date.now()),
)

/**
 * Sends every scan that the signed-in person may send, oldest first, in batches; one sender at a time over all tabs. Each
 * scan is answered by itself: what the server turns back for good is marked and never holds up the others. A server that
 * fails is left alone for a while, longer each time, unless `now` is set. Resolves with null when all has been sent, else
 * with what stopped it (everything not sent is kept). Never rejects.
 */
export function drainScans(options: { now?: boolean } = {}): Promise<Failure | null> {
  if (draining) {
    again = true
    return draining
  }
  const resting = options.now ? null : sender.resting()
  if (resting) return Promise.resolve(resting)
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
  for (;;) {
    const own = await store.table('gateScans').where('queue', [ownerId])
    const waiting = [...own, ...(await leftByOthers(store, ownerId))]
      .filter((row) => !tried.has(row.id))
      .sort((a, b) => a.scannedAt - b.scannedAt)
    if (waiting.length === 0) return null
    for (const row of waiting) tried.add(row.id)
    const problem = await sender.send(waiting.map((row) => ({ ...row, sender: ownerId })))
    if (problem) return problem
  }
}

/**
 * What the server turned back of the signed-in person waits once more: the reason may be gone. For when a gate is opened or
 * left; never rejects.
 */
export async function tryRefusedAgain(): Promise<void> {
  try {
    const store = await openStore()
    await store.transact(['gateScans', 'session'], async () => {
      const ownerId = await ownerIn(store)
      if (ownerId === null) return
      const refused = await store.table('gateScans').where('state', ['refused'])
      const own = refused.filter((row) => row.ownerId === ownerId)
      await store
        .table('gateScans')
        .putAll(own.map((row) => ({ ...row, state: 'waiting', queue: ownerId, refused: null })))
    })
  } catch {
    // The device takes no note: they stay turned back.
  }
}

/** Sends these together; null when each of them was answered. */
async function post(batch: readonly Leaving[]): Promise<Failure | null> {
  const offset = await serverOffset()
  const sentAt = Date.now()
  const answer = await recordScans(
    batch.map((row) => toSend(row, offset, row.sender)),
    sentAt,
  )
  if (!answer.ok) return answer.failure
  const answers = new Map(answer.value.answers.map((one) => [one.index, one]))
  await mark(batch, (index) => answers.get(index), sentAt, answer.value.conflicts)
  return null
}

/** Notes what became of these, all of it after the server's answer has come: nothing asked for before can count. */
async function mark(
  batch: readonly Leaving[],
  answerTo: (index: number) => ScanAnswer | undefined,
  sentAt: number,
  conflicts: readonly ScanConflict[] = [],
): Promise<void> {
  const store = await openStore()
  await store.transact(['gateScans', 'gateNews', 'gateLists', 'session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    const heard = await nextInSequence(store)
    const rows = batch.flatMap(({ sender: sentBy, ...row }, index): GateScanRow[] => {
      const answer = answerTo(index)
      // Another's scan that this person may not send waits for its owner.
      if (!answer || (!answer.ok && answer.code === 'forbidden' && row.ownerId !== sentBy)) return []
      const own = ownerId ?? row.ownerId
      const by = makerOf(row)
      const over = { ...row, ownerId: own, ...(by !== own && { madeBy: by }), queue: '', sentAt }
      if (!answer.ok) return [{ ...over, state: 'refused', refused: { code: answer.code, field: answer.field } }]
      return [
        {
          ...over,
          ...(answer.problem === 'undo_refused' && { undoRefused: true }),
          state: 'sent',
          heard: answer.problem === 'unknown_ticket' ? null : heard,
        },
      ]
    })
    // Whoever is here by now counts by these scans only with a list of that event; for others nothing of them stays.
    const lists = (await store.table('gateLists').all()).filter((list) => list.ownerId === ownerId)
    const isMine = (row: GateScanRow): boolean => lists.some((list) => list.eventId === row.eventId)
    const stays = rows.filter((row) => isMine(row) || batch.some((one) => one.id === row.id && one.sender === ownerId))
    await store.table('gateScans').remove(rows.filter((row) => !stays.includes(row)).map((row) => row.id))
    await store.table('gateScans').putAll(stays)
    if (stays.length === 0) return
    const known = await store.table('gateNews').getMany(conflicts.map((one) => newsOfConflict(one, 0).key))
    const fresh = conflicts
      .map((one) => newsOfConflict(one, Date.now()))
      .filter((one) => !known.some((old) => old.key === one.key))
    await store.table('gateNews').putAll(fresh)
  })
}

/**
 * The scan with its time on the clock as it is now, since the server mends it by how wrong that is at sending. A clock that
 * was set since is made up for by the difference known when the scan was made; of an unsure one only when the time comes
 * out possible: not after now, nor before the list it was judged by.
 */
export function toSend(row: GateScanRow, offsetNow: number | null, sender: string = row.ownerId): Scan {
  const { id, eventId, ticketId, verdict, seats, reason, gate, device, undoes } = row
  const scannedBy = sender === makerOf(row) ? null : makerOf(row)
  const scannedAt = offsetNow === null ? row.scannedAt : scanTime(row, offsetNow)
  return { id, eventId, ticketId, verdict, seats, reason, gate, device, scannedAt, undoes, scannedBy }
}

const makerOf = (row: GateScanRow): string => row.madeBy ?? row.ownerId

function scanTime({ scannedAt, offset, offsetSure, after }: GateScanRow, offsetNow: number): number {
  const moved = offset === null ? 0 : offset - offsetNow
  if (Math.abs(moved) < CLOCK_TOLERANCE_MS) return scannedAt
  const isPossible = (time: number): boolean =>
    time <= Date.now() + CLOCK_TOLERANCE_MS && (after == null || time + offsetNow >= after - CLOCK_TOLERANCE_MS)
  const [likely, other] = offsetSure === false ? [scannedAt, scannedAt + moved] : [scannedAt + moved, scannedAt]
  return isPossible(likely) || !isPossible(other) ? likely : other
}
