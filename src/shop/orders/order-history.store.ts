import { ordersIn } from './order-rows.store.ts'
import type { Order } from './order.ts'
import { watchWithPage } from './page-rows.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { ownerIn } from '#shop/people/current-user.store.ts'

/** What this device remembers of the signed-in person's orders that neither the outbox nor the wallet says. */
export interface OrderHistory {
  /** Orders that were submitted here, until 30 days after; they know the price of their last hold. */
  submitted: Order[]
  /** Ids of the orders whose screenshot is on this device. */
  pictures: ReadonlySet<string>
}

/** Follows the history; reads no picture's bytes. Empty for a visitor. */
export const watchOrderHistory = (): Observable<OrderHistory> =>
  watchWithPage(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return { submitted: [], pictures: new Set() }
    return {
      submitted: (await ordersIn(store, ownerId)).filter((order) => order.state === 'submitted'),
      pictures: new Set(await store.table('pictures').keysWhere('ownerId', ownerId)),
    }
  })
