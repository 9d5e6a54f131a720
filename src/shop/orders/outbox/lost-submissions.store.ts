import { readMyPayment } from '#shop/payments/payments.api.ts'
import type { Submission } from './submission.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { omit } from '#shop/device/omit.ts'

/** Submissions of this person that the server has said it has, as the device knows it now. */
export async function sentSubmissions(store: Store, ownerId: string): Promise<Submission[]> {
  const rows = await store.table('submissions').where('ownerId', [ownerId])
  return rows.filter((row) => row.state === 'sent')
}

/**
 * Which of these orders, sent before this was called, the server does not have: each is asked for by its id. One that
 * cannot be asked about is not among them.
 */
export async function lostOrders(orderIds: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    orderIds.map(async (orderId) => {
      const read = await readMyPayment(orderId)
      return read.ok && read.value === null ? [orderId] : []
    }),
  )
  return answers.flat()
}

/**
 * Makes a submission wait to be sent again, whose order the server, restored from a backup, does not have. Within a
 * transaction over submissions, pictures, payments and session. False when there is nothing to put back.
 */
export async function putBack(store: Store, orderId: string, ownerId: string): Promise<boolean> {
  const row = await store.table('submissions').get(orderId)
  if (!row || row.state !== 'sent' || row.ownerId !== ownerId || (await ownerIn(store)) !== ownerId) return false
  await store.table('submissions').put({
    ...omit(omit(row, 'told'), 'failure'),
    state: 'waiting',
    nextAttemptAt: 0,
    screenshot: { ...row.screenshot, uploaded: !(await isPictureHere(store, row)) },
  })
  const payments = await store.table('payments').where('orderId', [orderId])
  await store.table('payments').remove(payments.map((payment) => payment.id))
  return true
}

/** Without its picture a submission still tells reference and amount: it is sent as if the picture were there. */
export async function isPictureHere(store: Store, row: Submission): Promise<boolean> {
  if (row.screenshot.blob) return true
  return (await store.table('pictures').keysWhere('ownerId', row.ownerId)).includes(row.orderId)
}
