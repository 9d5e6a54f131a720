import { releaseSeats } from '#shop/seats/seats.api.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { newOrderId, orderCode, sameLines, emptyOrder, type Order, type OrderedLine } from './order.ts'
import { draftToUse, hasBegun, draftsIn, ownOrder, storable } from './order-rows.store.ts'
import { forgetInPage, keepOrderInPage, watchWithPage } from './page-rows.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'

export { changeLines, choosePicture, dropCode, notePaying, saveForm, type Kept } from './order-changes.store.ts'
export { extendHold, holdOrder } from './order-changes.store.ts'
export { amountOf, submitOrder } from './outbox/submit-order.store.ts'

/**
 * Returns the saved order for these lines, see draftToUse(). `again`: after a rejection, apart from others and asking first
 * for the reference of money that was sent. Rejects without a signed-in person or any storage.
 */
export async function openOrder(lines: OrderedLine[], again = false): Promise<Order> {
  const store = await openStore()
  let order: Order | undefined
  try {
    await store.transact(['orders', 'session'], async () => {
      const found = await orderFor(store, lines, again)
      order = again && !found.reopened && !hasBegun(found) ? { ...found, reopened: { used: null } } : found
      await store.table('orders').put(storable(order))
    })
    if (order) forgetInPage(order.id, { order: true })
  } catch (error) {
    // No one is signed in, or the store could not be read.
    if (!order) throw error
    keepOrderInPage(order)
  }
  return order!
}

async function orderFor(store: Store, lines: OrderedLine[], apart: boolean): Promise<Order> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) throw new Error('an order needs a signed-in customer')
  const draft = draftToUse(await draftsIn(store, ownerId), lines, apart)
  // Its customer may have paid: keep lines and price.
  if (draft && hasBegun(draft)) return draft
  if (draft) return sameLines(draft.lines, lines) ? { ...draft, lines } : { ...draft, lines, hold: null }
  return newOrder(ownerId, lines)
}

const newOrder = (ownerId: string, lines: OrderedLine[], id = newOrderId()): Order =>
  emptyOrder({ id, code: orderCode(id), ownerId, createdAt: Date.now(), lines })

/**
 * Keeps an order that the database made, so that it survives and is paid as any other; one that is here already stays as it
 * is. Fails with not_signed_in.
 */
export const adoptOrder = (id: string, lines: OrderedLine[]): Promise<Result<Order>> =>
  attempt(async () => {
    const store = await openStore()
    const known = await ownOrder(store, id)
    if (known) return ok(known)
    const ownerId = await ownerIn(store)
    if (ownerId === null) return failed('not_signed_in')
    const order: Order = { ...newOrder(ownerId, lines, id), ofOffer: true }
    try {
      await store.transact(['orders'], () => store.table('orders').put(storable(order)))
    } catch {
      keepOrderInPage(order)
    }
    return ok(order)
  })

export const watchOrder = (id: string): Observable<Order | null> => watchWithPage((store) => ownOrder(store, id))

/** Replaces an order that has not begun by another with its lines, a test or a real one: the mark comes before a hold. */
export const remakeOrder = (id: string, isTest: boolean): Promise<Result<Order>> =>
  attempt(async () => {
    const store = await openStore()
    const order = await ownOrder(store, id)
    if (!order || order.state !== 'draft' || hasBegun(order)) return failed('unknown_order')
    if (order.hold) {
      const released = await releaseSeats(id)
      if (!released.ok) return released
    }
    const { ownerId, lines } = order
    const other: Order = { ...newOrder(ownerId, lines), isTest }
    await store.transact(['orders', 'pictures'], async () => {
      await store.table('orders').put(storable(other))
      await store.table('orders').remove([id])
      await store.table('pictures').remove([id])
    })
    forgetInPage(id, { order: true, picture: true })
    return ok(other)
  })

/** Deletes a draft and releases its seats; without the server the hold expires by itself. */
export async function discardOrder(id: string): Promise<void> {
  const store = await openStore()
  const order = await ownOrder(store, id)
  if (!order || order.state !== 'draft') return
  await store.transact(['orders', 'pictures'], async () => {
    await store.table('orders').remove([id])
    await store.table('pictures').remove([id])
  })
  forgetInPage(id, { order: true, picture: true })
  if (order.hold) await releaseSeats(id)
}
