import { readMyPayment } from '#shop/payments/payments.api.ts'
import type { Submission } from './submission.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { hasPicture } from '#shop/pictures/pictures.store.ts'
import type { Store } from '#shop/device/store-types.ts'

export async function sentSubmissions(store: Store, ownerId: string): Promise<Submission[]> {
  const rows = await store.table('submissions').where('ownerId', [ownerId])
  return rows.filter((row) => row.state === 'sent')
}

/** Asks the server for each order; returns those that it lacks, without those it did not answer for. */
export async function lostOrders(orderIds: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    orderIds.map(async (orderId) => {
      const read = await readMyPayment(orderId)
      return read.ok && read.value === null ? [orderId] : []
    }),
  )
  return answers.flat()
}

/** Queues a sent submission again; false without one. Needs a transaction: submissions, pictures, payments, session. */
export async function putBack(store: Store, orderId: string, ownerId: string): Promise<boolean> {
  const row = await store.table('submissions').get(orderId)
  if (!row || row.state !== 'sent' || row.ownerId !== ownerId || (await ownerIn(store)) !== ownerId) return false
  await store.table('submissions').put({
    ...row,
    told: null,
    failure: null,
    state: 'waiting',
    nextAttemptAt: 0,
    // Without its picture it is sent all the same: reference and amount are enough.
    screenshot: { ...row.screenshot, uploaded: !(await hasPicture(store, orderId, ownerId)) },
  })
  const payments = await store.table('payments').where('orderId', [orderId])
  await store.table('payments').remove(payments.map((payment) => payment.id))
  return true
}
