import type { OrderScreenshot } from '#shop/orders/order.ts'
import { pagePicture } from '#shop/orders/page-rows.store.ts'
import type { PictureRow } from '#shop/device/schema.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { isDecided } from '#shop/payments/payment.ts'

/** A stored failure message. */
export const NO_PICTURE = 'the picture is no longer on this device'

/** Returns a picture for a preview; null when it is gone or cannot be read. */
export async function readPicture(orderId: string, screenshot: OrderScreenshot): Promise<Blob | null> {
  try {
    const found = await pictureBytes(await openStore(), orderId)
    return found && new Blob([found], { type: screenshot.type })
  } catch {
    return null
  }
}

/**
 * Reads a picture from this page or the device; null when it is gone. Rejects when the store fails. Not within a
 * transaction.
 */
export const pictureBytes = async (store: Store, orderId: string): Promise<ArrayBuffer | null> =>
  pagePicture(orderId)?.bytes ?? (await store.table('pictures').get(orderId))?.bytes ?? null

/** Reads no bytes; works within a transaction over `pictures`. */
export const hasPicture = async (store: Store, orderId: string, ownerId: string): Promise<boolean> =>
  (await store.table('pictures').keysWhere('ownerId', ownerId)).includes(orderId)

export const pictureRow = (orderId: string, ownerId: string, bytes: ArrayBuffer, type: string): PictureRow => ({
  orderId,
  ownerId,
  bytes,
  type,
})

/** Removes pictures without an order, submission or undecided payment. Within a transaction over these nouns. */
export async function eraseOrphanPictures(store: Store): Promise<void> {
  const ids = await store.table('pictures').keys()
  if (ids.length === 0) return
  const [orders, submissions, payments] = [
    await store.table('orders').getMany(ids),
    await store.table('submissions').getMany(ids),
    await store.table('payments').where('orderId', ids),
  ]
  const needed = new Set([
    ...orders.map((row) => row.id),
    ...submissions.map((row) => row.orderId),
    ...payments.filter((row) => !isDecided(row.status)).map((row) => row.orderId),
  ])
  await store.table('pictures').remove(ids.filter((id) => !needed.has(id)))
}
