import { orderedLine } from '../concerts/plain-rows.ts'
import { page } from './device.ts'

export const orderOf = (id: string) => page.watch.readOnce(page.orders.watchOrder(id))

/** Opens an order of these seats and holds them. */
export async function heldOrder(...seats: string[]) {
  const order = await page.orders.openOrder([orderedLine({ seats })])
  await page.orders.holdOrder(order.id)
  return order
}

export const newestDraft = async () => (await page.watch.readOnce(page.drafts.watchDrafts()))[0] ?? null

export const aPicture = (bytes = [1, 2, 3, 4]) => ({
  bytes: Uint8Array.from(bytes).buffer,
  name: 'a.webp',
  chosenAt: Date.now(),
  sha256: 'f'.repeat(64),
  type: 'image/webp',
})

/** Fills in an order of these lines and submits it; returns its id. */
export async function submits(lines = [orderedLine()], reference = '412356789012'): Promise<string> {
  const { id } = await page.orders.openOrder(lines)
  await page.orders.saveForm(id, { reference })
  await page.orders.choosePicture(id, aPicture())
  const submitted = await page.orders.submitOrder(id)
  if (!submitted.ok) throw new Error(submitted.failure.message)
  return id
}

export const submissions = () => page.watch.readOnce(page.outbox.watchSubmissions())
export const submission = async (orderId: string) => (await submissions()).find((row) => row.orderId === orderId)!
