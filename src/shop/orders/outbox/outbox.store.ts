import { withLock } from '#platform/device/lock/lock.ts'
import { backoff, isDueAt } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { forgetInPage, pageSubmissions } from '../page-rows.store.ts'
import { hasPicture, NO_PICTURE } from '#shop/pictures/pictures.store.ts'
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
import { omit } from '#shop/device/omit.ts'

export { submissionTouches } from './submitted-seats.store.ts'
export { watchSubmissions } from './watch-submissions.store.ts'
export { cancelSubmission, editSubmission, reopenPayment, usedReference } from './take-back.store.ts'
export { onSubmissionSent }

let draining: Promise<void> | null = null
let again = false
/** What waits is due with the next drain that begins, whatever its backoff says. */
let waking = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Drains in a row that the store did not let begin or end. */
let failedDrains = 0

/**
 * Sends everything of the signed-in person that is due, oldest first. One drainer at a time over all tabs and the
 * service worker; a call while this page drains makes it look once more. Resolves when nothing is due; what failed is
 * tried again by a timer. Never rejects.
 */
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
      // The store failed under us; the timer tries again.
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
    const rows = await Promise.all((await ownSubmissions(store)).map((row) => unlessWronglyRefused(store, row)))
    const due = rows
      .filter((row) => isDue(row, Date.now()) && !tried.has(row.orderId))
      .sort((a, b) => a.submittedAt - b.submittedAt)[0]
    if (!due) return
    tried.add(due.orderId)
    await sendSubmission(store, due)
  }
}

/** The device may have room again. */
async function storeWhatThisPageKeeps(store: Store): Promise<void> {
  const me = await ownerIn(store)
  for (const { row } of pageSubmissions()) {
    if (row.ownerId !== me) continue
    if ((await submissionIn(store, row.orderId)) === row) await replaceSubmission(store, row)
    else forgetInPage(row.orderId, { submission: true })
  }
}

/**
 * A page of an earlier version, open beside this one, refuses what it finds no Blob in. The picture is there: it waits
 * again.
 */
async function unlessWronglyRefused(store: Store, row: Submission): Promise<Submission> {
  if (row.state !== 'refused' || row.failure?.message !== NO_PICTURE) return row
  return (await hasPicture(store, row.orderId, row.ownerId))
    ? { ...omit(row, 'failure'), state: 'waiting', nextAttemptAt: 0 }
    : row
}

/**
 * 'sending' is due as well: whoever holds the lock knows that the one who was sending is gone. A next attempt further
 * away than any wait was planned by a clock that was ahead.
 */
export const isDue = (row: Pick<Submission, 'state' | 'nextAttemptAt'>, now: number): boolean =>
  row.state === 'sending' || (isWaiting(row) && isDueAt(row.nextAttemptAt, now))

const isWaiting = (row: Pick<Submission, 'state'>): boolean => row.state === 'waiting' || row.state === 'needs-sign-in'

/** Sets the timer for the next attempt of this page. */
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

/** When the device's store itself failed, in milliseconds. */
const RETRY_STORE_MS = 30_000
/** Keeps a wrong clock from turning the timer into a spin. */
const MIN_WAIT_MS = 500

/**
 * The server answers again, or somebody signed in: what waits is due now, whatever its backoff says. Never rejects: what
 * the device does not take is sent all the same.
 */
export async function wakeOutbox(): Promise<void> {
  waking = true
  await drainOutbox()
}

/** Under the outbox' lock: an attempt that was under way may have failed for what is over now, and is not waited out. */
async function wakeWhatWaits(): Promise<void> {
  if (!waking) return
  const store = await openStore()
  for (const { orderId } of (await ownSubmissions(store)).filter(isWaiting))
    await changeSubmission(store, orderId, (row) => (isWaiting(row) ? wakened(row) : null))
  waking = false
}

const wakened = (row: Submission): Submission => ({ ...row, state: 'waiting', nextAttemptAt: 0 })

let reached: boolean | null = null
/** Follows whether the server answers, and sends at once when it does again. Returns the way to stop. */
export function wakeWhenReachable(): () => void {
  return watchReachable().subscribe((now) => {
    if (now && reached === false) void wakeOutbox()
    reached = now
  })
}

/** Whether anything of the signed-in person still has to be sent, now or later. */
export async function hasUnsent(): Promise<boolean> {
  const rows = await ownSubmissions(await openStore())
  return rows.some((row) => row.state === 'sending' || isWaiting(row))
}

/** Notes that the person knows how it ended, so that no other page tells it again. False when somebody told it already. */
export async function noteTold(orderId: string): Promise<boolean> {
  return changeSubmission(await openStore(), orderId, (row) =>
    row.told === row.state ? null : { ...row, told: row.state },
  )
}

/** Sends one submission now, a refused one included (its reason may be gone). Never rejects. */
export async function retrySubmission(orderId: string): Promise<void> {
  try {
    await changeSubmission(await openStore(), orderId, (row) =>
      row.state === 'sent' || row.state === 'sending' ? null : wakened(row),
    )
  } catch {
    // As in wakeOutbox().
  }
  await drainOutbox()
}
