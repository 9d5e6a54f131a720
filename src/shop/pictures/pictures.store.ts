import type { OrderScreenshot } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { pagePicture } from '#shop/orders/page-rows.store.ts'
import type { PictureRow } from '#shop/device/schema.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** A stored failure message; earlier versions wrote it, too. */
export const NO_PICTURE = 'the picture is no longer on this device'

/** Returns a picture for a preview; null when it is gone or cannot be read. */
export async function readPicture(orderId: string, screenshot: OrderScreenshot): Promise<Blob | null> {
  try {
    const found = await pictureBytes(await openStore(), orderId, screenshot)
    return found && new Blob([found], { type: screenshot.type })
  } catch {
    return null
  }
}

/** From this page, the device, or an earlier version's row. Rejects when the store fails. Not within a transaction. */
export async function pictureBytes(
  store: Store,
  orderId: string,
  screenshot: Pick<OrderScreenshot, 'blob'>,
): Promise<ArrayBuffer | null> {
  const here = pagePicture(orderId)
  if (here) return here.bytes
  // A Blob in the row is newer than the stored bytes: a page of an earlier version wrote it.
  if (screenshot.blob) return bytesOf(screenshot.blob)
  return (await store.table('pictures').get(orderId))?.bytes ?? null
}

/** Null for a Blob whose file the engine has lost. */
async function bytesOf(blob: Blob): Promise<ArrayBuffer | null> {
  try {
    const bytes = await blob.arrayBuffer()
    return bytes.byteLength > 0 ? bytes : null
  } catch {
    return null
  }
}

/** Reads no bytes; works within a transaction over `pictures`. */
export const hasPicture = async (store: Store, orderId: string, ownerId: string): Promise<boolean> =>
  (await store.table('pictures').keysWhere('ownerId', ownerId)).includes(orderId)

export const pictureRow = (orderId: string, ownerId: string, bytes: ArrayBuffer, type: string): PictureRow => ({
  orderId,
  ownerId,
  bytes,
  type,
})

export function withoutBlob<T extends { blob?: Blob | null; size?: number }>(screenshot: T, size?: number): T {
  const { blob, ...facts } = screenshot
  return { ...facts, size: size ?? screenshot.size ?? blob?.size } as T
}

/** Moves an earlier version's Blob into `pictures`. Returns the row unchanged if that fails. Never rejects. */
export async function moveBlobToPictures(store: Store, row: Submission): Promise<Submission> {
  const { blob, type } = row.screenshot
  if (!blob) return row
  const bytes = await bytesOf(blob)
  if (!bytes) return row
  const next = { ...row, screenshot: withoutBlob(row.screenshot, bytes.byteLength) }
  try {
    return await store.transact(['submissions', 'pictures'], async () => {
      if (!(await store.table('submissions').get(row.orderId))) return row
      await store.table('pictures').put(pictureRow(row.orderId, row.ownerId, bytes, type))
      await store.table('submissions').put(next)
      return next
    })
  } catch {
    return row
  }
}

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
    ...payments.filter((row) => row.status === 'pending').map((row) => row.orderId),
  ])
  await store.table('pictures').remove(ids.filter((id) => !needed.has(id)))
}
