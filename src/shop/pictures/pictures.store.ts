import type { OrderScreenshot } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { pagePicture } from '#shop/orders/page-rows.store.ts'
import type { PictureRow } from '#shop/device/schema.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Failure message of a submission whose picture cannot be found; versions before this one wrote it, too. */
export const NO_PICTURE = 'the picture is no longer on this device'

/** The picture of an order as it is now, for a preview. Null when it is gone or cannot be read any more. */
export async function readPicture(orderId: string, screenshot: OrderScreenshot): Promise<Blob | null> {
  try {
    const found = await pictureBytes(await openStore(), orderId, screenshot)
    return found && new Blob([found], { type: screenshot.type })
  } catch {
    return null
  }
}

/**
 * The bytes of an order's picture: from this page, from the device, or from the Blob that versions before this one put
 * into the row itself. Null when there is none; rejects when the store fails. Not within a transaction.
 */
export async function pictureBytes(
  store: Store,
  orderId: string,
  screenshot: Pick<OrderScreenshot, 'blob'>,
): Promise<ArrayBuffer | null> {
  const here = pagePicture(orderId)
  if (here) return here.bytes
  // A Blob in the row is newer than the table's bytes: a page of an earlier version wrote it.
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

/** Whether the device has the bytes, without reading them; within a transaction over `pictures`, too. */
export const hasPicture = async (store: Store, orderId: string, ownerId: string): Promise<boolean> =>
  (await store.table('pictures').keysWhere('ownerId', ownerId)).includes(orderId)

export const pictureRow = (orderId: string, ownerId: string, bytes: ArrayBuffer, type: string): PictureRow => ({
  orderId,
  ownerId,
  bytes,
  type,
})

/** The row without the Blob of an earlier version, for a row whose bytes are in `pictures`. */
export function withoutBlob<T extends { blob?: Blob | null; size?: number }>(screenshot: T, size?: number): T {
  const { blob, ...facts } = screenshot
  return { ...facts, size: size ?? screenshot.size ?? blob?.size } as T
}

/**
 * Moves the Blob of an earlier version's submission into `pictures` as bytes. The row comes back as it was when the
 * Blob cannot be read or the device keeps no more: then it is sent as it is. Never rejects.
 */
export async function carryOver(store: Store, row: Submission): Promise<Submission> {
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

/**
 * Removes the pictures to which nothing belongs any more: no order, no submission, no payment that waits for its
 * decision. Within a transaction over these nouns; reads no bytes.
 */
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
