import { withLock } from '#platform/device/lock/lock.ts'
import { backoff, isDueAt } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { forgetInPage, pageSubmissions } from '../page-rows.store.ts'
import { onSubmissionSent, sendSubmission } from './send-submission.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Submission } from './submission.ts'
import {
  changeSubmission,
  OUTBOX_LOCK,
  ownSubmissions,
  replaceSubmission,
  submissionIn,
} from './submission-rows.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import type { OrderLine } from '../order.ts'
import { ordersIn } from '../order-rows.store.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { isDecided } from '#shop/payments/payment.ts'

export { watchSubmissions } from './send-submission.store.ts'
export { cancelSubmission, editSubmission, reopenPayment, usedReference } from './take-back.store.ts'
export { onSubmissionSent }

let draining: Promise<void> | null = null
let again = false
/** The next drain ignores backoff. */
let waking = false
let timer: ReturnType<typeof setTimeout> | undefined
let failedDrains = 0

/** Sends due submissions, oldest first; one drainer across tabs and worker. Failures are retried. Never rejects. */
export function drainOutbox(): Promise<void> {
  if (draining) {
    again = true
    return draining
  }
  draining = (async () => {
    try {
      do {
        again = false
        await withLock(OUTBOX_LOCK, sendAllDue)
      } while (again)
      failedDrains = 0
    } catch {
      failedDrains++
    } finally {
      draining = null
      await plan()
    }
  })()
  return draining
}

async function sendAllDue(): Promise<void> {
  const tried = new Set<string>()
  await storeWhatThisPageKeeps(await openStore())
  await wakeWhatWaits()
  for (;;) {
    const store = await openStore()
    const due = (await ownSubmissions(store))
      .filter((row) => isDue(row, Date.now()) && !tried.has(row.orderId))
      .sort((a, b) => a.submittedAt - b.submittedAt)[0]
    if (!due) return
    tried.add(due.orderId)
    await sendSubmission(store, due)
  }
}

async function storeWhatThisPageKeeps(store: Store): Promise<void> {
  const me = await ownerIn(store)
  for (const { row } of pageSubmissions()) {
    if (row.ownerId !== me) continue
    if ((await submissionIn(store, row.orderId)) === row) await replaceSubmission(store, row)
    else forgetInPage(row.orderId, { submission: true })
  }
}

/** 'sending' is due, too: under the lock it has no live sender (docs/decisions/0009-outbox.md). */
export const isDue = (row: Pick<Submission, 'state' | 'nextAttemptAt'>, now: number): boolean =>
  row.state === 'sending' || (isWaiting(row) && isDueAt(row.nextAttemptAt, now))

const isWaiting = (row: Pick<Submission, 'state'>): boolean => row.state === 'waiting' || row.state === 'needs-sign-in'

async function plan(): Promise<void> {
  clearTimeout(timer)
  const now = Date.now()
  const waits = await openStore()
    .then(ownSubmissions)
    .then((rows) => rows.flatMap((row) => (isDue(row, now) ? [0] : isWaiting(row) ? [row.nextAttemptAt - now] : [])))
    .catch(() => [RETRY_STORE_MS])
  if (waits.length === 0) return
  const shortest = failedDrains > 0 ? backoff(failedDrains) : MIN_WAIT_MS
  timer = setTimeout(() => void drainOutbox(), Math.max(Math.min(...waits), shortest))
}

const RETRY_STORE_MS = 30_000
/** A wrong clock must not make the timer spin. */
const MIN_WAIT_MS = 500

/** Sends now, ignoring backoff: the server answers again or a person signed in. Never rejects. */
export async function wakeOutbox(): Promise<void> {
  waking = true
  await drainOutbox()
}

// Under the lock, so that an attempt that has just failed is retried as well.
async function wakeWhatWaits(): Promise<void> {
  if (!waking) return
  const store = await openStore()
  for (const { orderId } of (await ownSubmissions(store)).filter(isWaiting))
    await changeSubmission(store, orderId, (row) => (isWaiting(row) ? wakened(row) : null))
  waking = false
}

const wakened = (row: Submission): Submission => ({ ...row, state: 'waiting', nextAttemptAt: 0 })

let reached: boolean | null = null
/** Sends as soon as the server can be reached again. Returns the way to stop. */
export function wakeWhenReachable(): () => void {
  return watchReachable().subscribe((now) => {
    if (now && reached === false) void wakeOutbox()
    reached = now
  })
}

export async function hasUnsent(): Promise<boolean> {
  const rows = await ownSubmissions(await openStore())
  return rows.some((row) => row.state === 'sending' || isWaiting(row))
}

/** Saves that the outcome was shown; false when another page has shown it. */
export async function markOutcomeShown(orderId: string): Promise<boolean> {
  return changeSubmission(await openStore(), orderId, (row) =>
    row.told === row.state ? null : { ...row, told: row.state },
  )
}

/** Sends one submission now, even a refused one: the reason may be gone. Never rejects. */
export async function retrySubmission(orderId: string): Promise<void> {
  try {
    await changeSubmission(await openStore(), orderId, (row) =>
      row.state === 'sent' || row.state === 'sending' ? null : wakened(row),
    )
  } catch {
    // Sent even if the device cannot save the change.
  }
  await drainOutbox()
}

/** Returns the lines with a seat in an undecided submission, in a free order that was taken or in one that was paid
 * without a submission: removes them from the cart after a crash during any. Standing places have no name, and seats of
 * the latter two may come on sale again: those are in it when the line was made (ms) before. */
export async function linesInOpenSubmissions<T extends OrderLine & { madeAt?: number }>(lines: T[]): Promise<T[]> {
  const store = await openStore()
  const submitted = (await ownSubmissions(store)).filter((row) => row.state !== 'refused')
  const payments = await store.table('payments').where(
    'orderId',
    submitted.map((row) => row.orderId),
  )
  const decided = new Set(payments.filter((row) => isDecided(row.status)).map((row) => row.orderId))
  const undecided = submitted.filter((row) => !decided.has(row.orderId))
  const sent = latestOf(undecided.map(({ lines: ordered, submittedAt }) => ({ ordered, at: submittedAt })))
  const ownerId = await ownerIn(store)
  const orders = ownerId === null ? [] : await ordersIn(store, ownerId)
  const taken = latestOf(
    orders.map(({ lines: ordered, takenAt, receivedAt }) => ({ ordered, at: takenAt ?? receivedAt ?? 0 })),
  )
  return lines.filter((line) =>
    keysOf(line).some(
      (key) =>
        (line.madeAt ?? 0) < (taken.get(key) ?? 0) ||
        (sent.has(key) && (!isStanding(line.seats) || (line.madeAt ?? 0) < sent.get(key)!)),
    ),
  )
}

/** The latest time by place. */
function latestOf(orders: readonly { ordered: readonly OrderLine[]; at: number }[]): Map<string, number> {
  const latest = new Map<string, number>()
  for (const { ordered, at } of orders)
    for (const key of ordered.flatMap(keysOf)) latest.set(key, Math.max(at, latest.get(key) ?? 0))
  return latest
}

const keysOf = (line: OrderLine): string[] => line.seats.map((seat) => `${line.ticketCategoryId}:${seat}`)
