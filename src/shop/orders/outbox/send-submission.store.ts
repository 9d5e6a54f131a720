import { readMyPayment, submitPayment } from '#shop/payments/payments.api.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { uploadScreenshot } from '#shop/pictures/screenshots.api.ts'
import { failed, ok, isFull, mayPassLater, needsSignIn, type Failure, type Result } from '#platform/failure/failure.ts'
import { backoff } from '#platform/time/backoff.ts'
import type { Submission } from './submission.ts'
import { forgetInPage, keepSubmissionInPage, pageSubmission } from '../page-rows.store.ts'
import { carryOver, NO_PICTURE, pictureBytes } from '#shop/pictures/pictures.store.ts'
import { screenshotPath } from '#shop/pictures/screenshot.ts'
import { owner } from '#shop/people/session.store.ts'
import { putOrderOf, replaceSubmission, submissionIn } from './submission-rows.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { noteProgress } from '#shop/pictures/upload-parts.store.ts'
import { signal } from '#platform/observable/observable.ts'
import { omit } from '#shop/device/omit.ts'

/** Refusals after which the same submission can never be accepted: a person has to act. */
export const FINAL_REFUSALS = [
  'transaction_used',
  'other_user',
  'invalid',
  'unknown_seat',
  'too_many_seats',
  'forbidden',
  'file_refused',
] as const satisfies readonly Failure['code'][]
export type FinalRefusal = (typeof FINAL_REFUSALS)[number]
const FINAL: ReadonlySet<string> = new Set(FINAL_REFUSALS)

const arrivals = signal<Submission>()

/** Calls `listener` with every submission that arrives by this page's or worker's own sending. Returns the way to stop. */
export const onSubmissionSent = (listener: (submission: Submission) => void): (() => void) =>
  arrivals.subscribe(listener)

/**
 * One attempt: the picture to its path, then the payment under its order id; both are idempotent, so an attempt that
 * died anywhere is simply made again. Writes the outcome to the row, or keeps it in this page where the device takes
 * nothing: no write decides whether something is sent. The caller holds the outbox' lock. Never rejects.
 */
export async function sendSubmission(store: Store, found: Submission): Promise<void> {
  const row = await carryOver(store, found)
  // Counted before it is sent: an attempt that dies in between may have arrived.
  let sending: Submission = { ...row, state: 'sending', attempts: row.attempts + 1 }
  if (!(await replaceSubmission(store, sending))) return

  const uploaded = await upload(store, sending)
  if (uploaded.ok) sending = uploaded.value
  const sent = uploaded.ok ? await submit(sending) : uploaded
  if (sent.ok) {
    // Lines and warnings as the server has them; if this read fails the next sync brings them.
    const payment = await readMyPayment(row.orderId)
    await storeSent(store, sending, payment.ok ? payment.value : null)
    arrivals.send(sending)
    return
  }
  const latest = (await submissionIn(store, row.orderId).catch(() => undefined)) ?? sending
  await replaceSubmission(store, await afterFailure(latest, sent.failure))
}

async function upload(store: Store, row: Submission): Promise<Result<Submission>> {
  const { path, type, uploaded } = row.screenshot
  if (uploaded) return { ok: true, value: row }
  const read = await attempt(async () => ok(await pictureBytes(store, row.orderId, row.screenshot)))
  if (!read.ok) return read
  if (!read.value) return failed('file_refused', NO_PICTURE)
  const result = await uploadScreenshot(path, read.value, type, (part) => noteProgress(row.orderId, part))
  noteProgress(row.orderId, null)
  if (result.ok) {
    const next = { ...row, screenshot: { ...row.screenshot, uploaded: true } }
    await replaceSubmission(store, next)
    return { ok: true, value: next }
  }
  if (result.failure.code === 'changed_meanwhile') {
    // What stands at our path is not whole (an upload cut short by a storage that kept it): next time a millisecond on.
    const chosenAt = row.screenshot.chosenAt + 1
    const screenshot = {
      ...row.screenshot,
      chosenAt,
      path: screenshotPath(row.ownerId, row.orderId, { chosenAt, type }),
    }
    await replaceSubmission(store, { ...row, screenshot })
    return failed('server', result.failure.message)
  }
  return result
}

const submit = (row: Submission): Promise<Result<unknown>> =>
  submitPayment({
    orderId: row.orderId,
    reference: row.reference,
    amount: row.amountPaise,
    screenshotPath: row.screenshot.path,
    screenshotSha256: row.screenshot.sha256,
    lines: row.lines,
  })

/** The row after a failed attempt; money may have been sent, so whatever is not surely final is tried again. */
async function afterFailure(row: Submission, failure: Failure): Promise<Submission> {
  const nextAttemptAt = Date.now() + backoff(row.attempts)
  // Its owner has left meanwhile: a refusal of somebody else's session says nothing about this payment.
  const left = (await owner().catch(() => row.ownerId)) !== row.ownerId
  if (left || needsSignIn(failure)) return { ...row, state: 'needs-sign-in', failure, nextAttemptAt }
  const refused = FINAL.has(failure.code) && !mayPassLater(failure)
  return refused ? { ...row, state: 'refused', failure } : { ...row, state: 'waiting', failure, nextAttemptAt }
}

/**
 * The submission has arrived: its state and the payment it became, in one transaction; nothing if it is gone by now. The
 * picture stays until the payment is decided: a server restored from a backup may ask for it again. Never rejects.
 */
export async function storeSent(store: Store, row: Submission, payment: Payment | null): Promise<void> {
  const { orderId } = row
  const kept = pageSubmission(orderId)
  const onlyHere = kept !== undefined && !kept.onDevice
  const sent: Submission = { ...omit(row, 'failure'), state: 'sent' }
  try {
    await store.transact(['submissions', 'payments', 'orders'], async () => {
      if (!onlyHere && !(await store.table('submissions').get(orderId))) return
      await store.table('submissions').put(sent)
      if (onlyHere) await putOrderOf(store, orderId)
      // A decision that came meanwhile is newer than this answer, and this one newer than a sync that asked before.
      const known = payment && (await store.table('payments').get(payment.id))
      if (payment && (!known || known.status === 'pending'))
        await store.table('payments').put({ ...payment, ownerId: row.ownerId, savedAt: Date.now() })
    })
    forgetInPage(orderId, { submission: true, picture: true, ...(onlyHere && { order: true }) })
  } catch (error) {
    keepSubmissionInPage({ row: sent, onDevice: !onlyHere, full: isFull(toFailure(error)) })
  }
}
