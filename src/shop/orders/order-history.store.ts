import { ordersIn } from './order-rows.store.ts'
import type { Order } from './order.ts'
import { watchWithPage } from './page-rows.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { ownerIn } from '#shop/people/current-user.store.ts'

export interface OrderHistory {
  /** Submitted from this device within 30 days; with the price of their last hold. */
  submitted: Order[]
  pictures: ReadonlySet<string>
}

export const watchOrderHistory = (): Observable<OrderHistory> =>
  watchWithPage(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return { submitted: [], pictures: new Set() }
    return {
      submitted: (await ordersIn(store, ownerId)).filter((order) => order.state === 'submitted'),
      pictures: new Set(await store.table('pictures').keysWhere('ownerId', ownerId)),
    }
  })
