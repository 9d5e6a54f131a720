import { readMyPayment } from '#shop/payments/payments.api.ts'
import { releaseSeats } from '#shop/seats/seats.api.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { priceLines } from '#shop/prices/price.ts'
import { emptyOrder, type Order, type OrderedLine, type OrderScreenshot, type UsedReference } from '../order.ts'
import type { Submission } from './submission.ts'
import { forgetInPage, keepOrderInPage, pageOrder, pagePicture, pageSubmission } from '../page-rows.store.ts'
import { hasPicture } from '#shop/pictures/pictures.store.ts'
import { storeSent } from './send-submission.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import { OUTBOX_LOCK, submissionIn } from './submission-rows.store.ts'
import { currentTerms } from '#shop/terms/terms.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import type { MyPayment } from '#shop/device/schema.ts'

/** Turns a submission back into a draft. Fails with order_submitted, or unreachable if an attempt may have arrived. */
export const editSubmission = (orderId: string): Promise<Result<null>> =>
  takeBack(orderId, async (store, row) => {
    if (pageSubmission(orderId)?.onDevice === false) {
      const order = pageOrder(orderId) ?? (await store.table('orders').get(orderId))
      const draft = draftOf(order, row, await pictureOf(store, row))
      keepOrderInPage(draft)
      forgetInPage(orderId, { submission: true })
      return
    }
    await store.transact(['submissions', 'orders', 'pictures'], async () => {
      const order = await store.table('orders').get(orderId)
      await store.table('orders').put(draftOf(order, row, await pictureOf(store, row)))
      await store.table('submissions').remove([orderId])
    })
    forgetInPage(orderId, { order: true, submission: true })
  })

/** Deletes a submission and releases its seats; fails as editSubmission(). */
export async function cancelSubmission(orderId: string): Promise<Result<null>> {
  const result = await takeBack(orderId, async (store) => {
    await store.transact(['submissions', 'orders', 'pictures'], async () => {
      await store.table('submissions').remove([orderId])
      await store.table('orders').remove([orderId])
      await store.table('pictures').remove([orderId])
    })
    forgetInPage(orderId, { order: true, submission: true, picture: true })
  })
  if (result.ok) void releaseSeats(orderId)
  return result
}

/** Makes a draft without picture of a payment that a restored server lacks. Fails with order_submitted. */
export async function reopenPayment(payment: MyPayment, lines: OrderedLine[]): Promise<Result<null>> {
  const { orderId: id, orderCode: code, transactionId: reference, amount: total } = payment
  const { subtotal, gst, localTax, fee, feeGst } = priceLines(lines, currentTerms())
  // An expired hold that keeps the price that was paid.
  const paid = {
    subtotal,
    gst,
    localTax,
    fee,
    feeGst,
    total,
    code: null,
    instead: total,
    expiresAt: 0,
    extended: true,
    lines: [],
    serverOffset: 0,
  }
  return attempt(async () => {
    const store = await openStore()
    return await store.transact(['submissions', 'orders', 'payments', 'session'], async () => {
      const ownerId = await ownerIn(store)
      if (ownerId === null) return failed('signed_out')
      if (await store.table('submissions').get(id)) return failed('order_submitted')
      await store.table('orders').put({
        ...emptyOrder({ id, code, ownerId, createdAt: Date.parse(payment.createdAt), lines }),
        ...{ hold: paid, isTest: payment.isTest },
        form: { reference, sendAnyway: true, screenshot: null },
        reopened: { used: null },
      })
      await store.table('payments').remove([payment.id])
      return ok(null)
    })
  })
}

// Sign-out deletes the order but keeps its submission.
function draftOf(order: Order | undefined, row: Submission, screenshot: OrderScreenshot | null): Order {
  const { orderId: id, orderCode: code, ownerId, submittedAt: createdAt, lines, reference, sendAnyway } = row
  return {
    ...(order ?? { ...emptyOrder({ id, code, ownerId, createdAt, lines }), isTest: row.isTest }),
    state: 'draft',
    form: { reference, sendAnyway, screenshot },
    reopened: { used: usedReference(row) },
  }
}

export function usedReference({ state, failure, reference }: Submission): UsedReference | null {
  if (state !== 'refused' || failure?.code !== 'transaction_used') return null
  // `detail` is the other order's code.
  return { reference, code: typeof failure.detail === 'string' ? failure.detail : '' }
}

async function pictureOf(store: Store, { orderId, ownerId, screenshot }: Submission): Promise<OrderScreenshot | null> {
  const { name, chosenAt, sha256, type, size } = screenshot
  const isHere = pagePicture(orderId) || (await hasPicture(store, orderId, ownerId))
  return isHere ? { name, chosenAt, sha256, type, size } : null
}

function takeBack(orderId: string, work: (store: Store, row: Submission) => Promise<void>): Promise<Result<null>> {
  // Under the outbox lock, so that no tab sends it meanwhile.
  return withLock(OUTBOX_LOCK, async () => {
    return attempt(async () => {
      const store = await openStore()
      const row = await submissionIn(store, orderId)
      if (!row || row.ownerId !== (await owner())) return failed('unknown_order')
      if (row.state === 'sent') return failed('order_submitted')
      // After a refusal the server does not have it.
      if (row.state !== 'refused') {
        const known = await readMyPayment(orderId)
        // Without an attempt the server cannot have it. It is asked anyway: a full device may not have counted one.
        if (!known.ok && row.attempts > 0) return known
        if (known.ok && known.value) {
          await storeSent(store, row, known.value)
          return failed('order_submitted')
        }
      }
      await work(store, row)
      return ok(null)
    })
  })
}
