import type { Store } from '#shop/device/store-types.ts'
import { recordScans, SCANS_PER_CALL } from '../gate.api.ts'
import type { ScanAnswer, ScanConflict } from './scan-answers.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { Scan } from '../scan.ts'
import { batchSender } from './batches.ts'
import { leftByOthers } from './settle-scans.store.ts'
import { problemOfConflict } from './news.store.ts'
import type { GateScanRow } from '../gate-rows.ts'
import { CLOCK_TOLERANCE_MS, serverOffset } from '../setup.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'

const SEQUENCE_KEY = 'gate.sequence'

/** A store that was deleted and created again must not restart below this. */
let highest = 0

/** Returns an ever higher number: orders requests and answers without a clock. Needs a transaction over `meta`. */
export async function nextInSequence(store: Store): Promise<number> {
  const found = (await store.table('meta').get(SEQUENCE_KEY))?.value
  const next = Math.max(typeof found === 'number' ? found : 0, highest) + 1
  await store.table('meta').put({ key: SEQUENCE_KEY, value: next })
  highest = next
  return next
}

export async function takeNumber(store: Store): Promise<number> {
  return store.transact(['meta'], () => nextInSequence(store))
}

const SCANS_LOCK = 'mehfil.gate-scans'
/** Small enough for a slow network. */
export const SCANS_AT_ONCE = Math.min(200, SCANS_PER_CALL)

let draining: Promise<Failure | null> | null = null
let again = false

type Leaving = GateScanRow & { sender: string }

const sender = batchSender<Leaving>(SCANS_AT_ONCE, post, (row) =>
  mark([row], () => ({ index: 0, id: row.id, ok: false, code: 'invalid', field: null }), Date.now()),
)

/**
 * Sends all scans that this person may send, oldest first; one sender across tabs. Pauses after failures unless `now`.
 * Resolves with null when all were sent, else with the failure; unsent scans are kept. Never rejects.
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

/** Queues this person's refused scans once more: the reason may be gone. Never rejects. */
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
    // They stay refused.
  }
}

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

/** Saves the answers. `heard` is taken after the response, so that only lists requested later count the scans. */
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
      // The owner of the scan may still be allowed to send it.
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
    // After a change of user, scans of events that the new user has no list of are deleted.
    const lists = (await store.table('gateLists').all()).filter((list) => list.ownerId === ownerId)
    const isMine = (row: GateScanRow): boolean => lists.some((list) => list.eventId === row.eventId)
    const stays = rows.filter((row) => isMine(row) || batch.some((one) => one.id === row.id && one.sender === ownerId))
    await store.table('gateScans').remove(rows.filter((row) => !stays.includes(row)).map((row) => row.id))
    await store.table('gateScans').putAll(stays)
    if (stays.length === 0) return
    const known = await store.table('gateNews').getMany(conflicts.map((one) => problemOfConflict(one, 0).key))
    const fresh = conflicts
      .map((one) => problemOfConflict(one, Date.now()))
      .filter((one) => !known.some((old) => old.key === one.key))
    await store.table('gateNews').putAll(fresh)
  })
}

/** Returns the scan timed on the clock as it is set now: the server corrects by the clock's error at sending. */
export function toSend(row: GateScanRow, offsetNow: number | null, sender: string = row.ownerId): Scan {
  const { id, eventId, ticketId, verdict, seats, reason, gate, device, undoes, pass } = row
  const scannedBy = sender === makerOf(row) ? null : makerOf(row)
  const scannedAt = offsetNow === null ? row.scannedAt : scanTime(row, offsetNow)
  const sent = { id, eventId, ticketId, verdict, seats, reason, gate, device, scannedAt, undoes, scannedBy }
  return pass ? { ...sent, pass } : sent
}

const makerOf = (row: GateScanRow): string => row.madeBy ?? row.ownerId

function scanTime({ scannedAt, offset, offsetSure, after }: GateScanRow, offsetNow: number): number {
  const moved = offset === null ? 0 : offset - offsetNow
  if (Math.abs(moved) < CLOCK_TOLERANCE_MS) return scannedAt
  const isPossible = (time: number): boolean =>
    time <= Date.now() + CLOCK_TOLERANCE_MS && (after === null || time + offsetNow >= after - CLOCK_TOLERANCE_MS)
  // The offset of an unsure clock is used only if the time is possible.
  const [likely, other] = offsetSure ? [scannedAt + moved, scannedAt] : [scannedAt, scannedAt + moved]
  return isPossible(likely) || !isPossible(other) ? likely : other
}
