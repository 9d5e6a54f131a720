import { readMyPayment, submitPayment } from '#shop/payments/payments.api.ts'
import { isDecided } from '#shop/payments/payment.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import { markTestOrder } from '#shop/orders/test-orders.api.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { uploadScreenshot } from '#shop/pictures/screenshots.api.ts'
import { failed, ok, isFull, isRetryable, needsSignIn, type Failure, type Result } from '#platform/failure/failure.ts'
import { backoff } from '#platform/time/backoff.ts'
import type { Submission } from './submission.ts'
import { forgetInPage, keepSubmissionInPage, pageSubmission, watchWithPage } from '../page-rows.store.ts'
import { NO_PICTURE, pictureBytes } from '#shop/pictures/pictures.store.ts'
import { screenshotPath } from '#shop/pictures/screenshot.ts'
import { owner } from '#shop/people/session.store.ts'
import { putOrderOf, replaceSubmission, submissionIn, ownSubmissions } from './submission-rows.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { noteProgress, watchProgress } from '#shop/pictures/upload-parts.store.ts'
import { signal, type Observable } from '#platform/observable/observable.ts'

/** Refusals that a person must resolve: the same submission is never accepted. */
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

/** Calls `listener` after each submission sent by this page or worker. Returns the way to stop. */
export const onSubmissionSent = (listener: (submission: Submission) => void): (() => void) =>
  arrivals.subscribe(listener)

/** Sends the picture, then the payment; both idempotent. Needs the outbox lock. Never rejects. */
export async function sendSubmission(store: Store, row: Submission): Promise<void> {
  // Counted first: an attempt that dies may still have arrived.
  let sending: Submission = { ...row, state: 'sending', attempts: row.attempts + 1 }
  if (!(await replaceSubmission(store, sending))) return

  const uploaded = await upload(store, sending)
  if (uploaded.ok) sending = uploaded.value
  const sent = uploaded.ok ? await submit(sending) : uploaded
  if (sent.ok) {
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
  const read = await attempt(async () => ok(await pictureBytes(store, row.orderId)))
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
    // The path has a truncated upload: use another one, a millisecond later.
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

async function submit(row: Submission): Promise<Result<unknown>> {
  // A server that lost the order would record a real payment.
  const marked = row.isTest ? await markTestOrder(row.orderId) : null
  if (marked && !marked.ok && marked.failure.code !== 'order_submitted') return marked
  return submitPayment({
    orderId: row.orderId,
    reference: row.reference,
    amount: row.amountPaise,
    screenshotPath: row.screenshot.path,
    screenshotSha256: row.screenshot.sha256,
    lines: row.lines,
  })
}

/** Retries unless the refusal is surely final: money may have been sent. */
async function afterFailure(row: Submission, failure: Failure): Promise<Submission> {
  const nextAttemptAt = Date.now() + backoff(row.attempts)
  // After a sign-out the refusal concerns another session.
  const left = (await owner().catch(() => row.ownerId)) !== row.ownerId
  if (left || needsSignIn(failure)) return { ...row, state: 'needs-sign-in', failure, nextAttemptAt }
  const refused = FINAL.has(failure.code) && !isRetryable(failure)
  return refused ? { ...row, state: 'refused', failure } : { ...row, state: 'waiting', failure, nextAttemptAt }
}

/** Saves state and payment in one transaction, unless the submission was deleted. Never rejects. */
export async function storeSent(store: Store, row: Submission, payment: Payment | null): Promise<void> {
  const { orderId } = row
  const kept = pageSubmission(orderId)
  const onlyHere = kept !== undefined && !kept.onDevice
  const sent: Submission = { ...row, failure: null, state: 'sent' }
  const isDeleted = async (): Promise<boolean> => !onlyHere && !(await store.table('submissions').get(orderId))
  const keepAnswer = async (): Promise<void> => {
    // A saved decision is newer than this answer; a pending row is older.
    const known = payment && (await store.table('payments').get(payment.id))
    if (payment && !(known && isDecided(known.status)))
      await store.table('payments').put({ ...payment, ownerId: row.ownerId, savedAt: Date.now() })
  }
  try {
    await store.transact(['submissions', 'payments', 'orders'], async () => {
      if (await isDeleted()) return
      await store.table('submissions').put(sent)
      if (onlyHere) await putOrderOf(store, orderId)
      await keepAnswer()
    })
    // The stored picture stays until the decision: a restored server may need it.
    forgetInPage(orderId, { submission: true, picture: true, ...(onlyHere && { order: true }) })
  } catch (error) {
    keepSubmissionInPage({ row: sent, onDevice: !onlyHere, full: isFull(toFailure(error)) })
    // A full device keeps the server's rows in the page: the payment has room there without its submission.
    await store
      .transact(['submissions', 'payments'], async () => ((await isDeleted()) ? undefined : keepAnswer()))
      .catch(() => undefined)
  }
}

/** Emits the signed-in person's submissions, newest first, with upload progress. */
export function watchSubmissions(): Observable<Submission[]> {
  const rows = watchWithPage(async (store) => ownSubmissions(store))
  return {
    subscribe(next, error) {
      let latest: Submission[] | undefined
      let parts: ReadonlyMap<string, number> = new Map()
      const emit = () =>
        latest &&
        next(
          latest.map((row) => {
            const progress = row.state === 'sending' ? parts.get(row.orderId) : undefined
            const kept = pageSubmission(row.orderId)
            return {
              ...row,
              ...(progress !== undefined && { progress }),
              ...(kept && { unkept: { onDevice: kept.onDevice, full: kept.full } }),
            }
          }),
        )
      const stopRows = rows.subscribe((found) => {
        latest = found
        emit()
      }, error)
      const stopParts = watchProgress((found) => {
        parts = found
        emit()
      })
      return () => {
        stopRows()
        stopParts()
      }
    },
  }
}
