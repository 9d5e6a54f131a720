import { attempt } from '#platform/failure/attempt.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { failed, isFull, ok, type Result } from '#platform/failure/failure.ts'
import { priceLines } from '#shop/prices/price.ts'
import { referenceToSend } from '#shop/payments/utr.ts'
import { noteMail } from './adopt-submissions.store.ts'
import { ownOrder } from '../order-rows.store.ts'
import type { Order } from '../order.ts'
import type { Submission } from './submission.ts'
import { forgetInPage, keepOrderInPage, keepSubmissionInPage, pagePicture } from '../page-rows.store.ts'
import { hasPicture, NO_PICTURE, pictureRow } from '#shop/pictures/pictures.store.ts'
import { screenshotPath } from '#shop/pictures/screenshot.ts'
import { openStore } from '#shop/device/store.ts'
import { submissionIn } from './submission-rows.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { currentTerms } from '#shop/terms/terms.store.ts'

/** Background Sync tag under which the service worker drains the outbox. */
export const BACKGROUND_SEND_TAG = 'mehfil-outbox'

interface SyncManager {
  register(tag: string): Promise<void>
}

/** Lets Chromium wake the service worker when online, even without a tab. Failure is harmless: the next visit sends. */
function askForBackgroundSend(): void {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return
  container.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(BACKGROUND_SEND_TAG))
    .catch(() => undefined)
}

/** True when waiting submissions are sent without an open page. */
export const canSendInBackground = (): boolean =>
  typeof globalThis.navigator?.serviceWorker !== 'undefined' && 'SyncManager' in globalThis

/**
 * Moves the order into the outbox in one durable transaction, or into the page; submitting again returns the same row.
 * `shown` is the total in paise that the customer saw: it counts while the order has no hold.
 * Fails with invalid (reference, screenshot), file_refused (unreadable picture; the draft is kept), unknown_order.
 */
export async function submitOrder(id: string, shown?: number): Promise<Result<Submission>> {
  return attempt(async () => {
    const store = await openStore()
    const order = await ownOrder(store, id)
    if (!order) return failed('unknown_order')
    // Null: it is stored already.
    const bytes = pagePicture(id)?.bytes ?? null
    try {
      const stored = await storeSubmission(store, id, bytes, shown)
      if (stored.ok) {
        forgetInPage(id, { order: true, picture: true })
        askForBackgroundSend()
      }
      return stored
    } catch (error) {
      return await keepSubmission(store, id, shown, error)
    }
  })
}

const storeSubmission = (
  store: Store,
  id: string,
  bytes: ArrayBuffer | null,
  shown: number | undefined,
): Promise<Result<Submission>> =>
  store.transact(['orders', 'submissions', 'pictures', 'session', 'meta'], async (): Promise<Result<Submission>> => {
    const order = await ownOrder(store, id)
    if (!order) return failed('unknown_order')
    const before = await submissionIn(store, id)
    if (before) return ok(before)
    const made = submissionOf(order, shown)
    if (!made.ok) return made
    const { type } = made.value.screenshot
    if (bytes) await store.table('pictures').put(pictureRow(id, order.ownerId, bytes, type))
    else if (!(await hasPicture(store, id, order.ownerId))) return failed('file_refused', NO_PICTURE)
    await store.table('submissions').put(made.value)
    await store.table('orders').put(submitted(order))
    // Not at the next sync: a server that lost the account ends the session with its first answer.
    await noteMail(store, order.ownerId)
    return made
  })

/** Keeps submission and picture in the page; the device still has the draft. */
async function keepSubmission(
  store: Store,
  id: string,
  shown: number | undefined,
  error: unknown,
): Promise<Result<Submission>> {
  const order = await ownOrder(store, id)
  if (!order) return failed('unknown_order')
  const made = submissionOf(order, shown)
  if (!made.ok) return made
  keepOrderInPage(submitted(order))
  keepSubmissionInPage({ row: made.value, onDevice: false, full: isFull(toFailure(error)) })
  return made
}

const submitted = (order: Order): Order => ({
  ...order,
  state: 'submitted',
  form: { ...order.form, screenshot: null },
})

function submissionOf(order: Order, shown?: number): Result<Submission> {
  const { sendAnyway, screenshot } = order.form
  const reference = referenceToSend(order.form.reference)
  if (reference === '') return failed('invalid', 'reference')
  if (!screenshot) return failed('invalid', 'screenshot')
  const { name, chosenAt, sha256, type, size } = screenshot
  return ok({
    orderId: order.id,
    orderCode: order.code,
    ownerId: order.ownerId,
    reference,
    sendAnyway,
    amountPaise: order.hold ? order.hold.total : (shown ?? amountOf(order)),
    lines: order.lines,
    screenshot: {
      name,
      chosenAt,
      sha256,
      type,
      size,
      path: screenshotPath(order.ownerId, order.id, screenshot),
      uploaded: false,
    },
    submittedAt: Date.now(),
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    failure: null,
    told: null,
    isTest: order.isTest,
  })
}

/** Returns paise: the price of the hold, else of the lines as chosen. */
export const amountOf = (order: Pick<Order, 'hold' | 'lines'>): number =>
  order.hold?.total ?? priceLines(order.lines, currentTerms()).total
