import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { dismissedKey } from '#shop/people/current-user.store.ts'
import { isOver } from './payment.ts'

export const watchDismissedPayments = (): Observable<ReadonlySet<string>> =>
  watch(async (store) => {
    const ownerId = await ownerIn(store)
    return new Set(ownerId === null ? [] : await dismissedIn(store, ownerId))
  })

/**
 * Dismisses a rejected payment of the signed-in person or lists it again; ignores any other payment.
 * Not in the payment's row: the next sync may replace that. Rejects when the device fails.
 */
export async function setDismissed(paymentId: string, dismissed: boolean): Promise<void> {
  const store = await openStore()
  await store.transact(['payments', 'session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    const payment = await store.table('payments').get(paymentId)
    if (ownerId === null || payment?.ownerId !== ownerId || !isOver(payment.status)) return
    const others = (await dismissedIn(store, ownerId)).filter((id) => id !== paymentId)
    await store.table('meta').put({ key: dismissedKey(ownerId), value: dismissed ? [...others, paymentId] : others })
  })
}

async function dismissedIn(store: Store, ownerId: string): Promise<string[]> {
  const found = (await store.table('meta').get(dismissedKey(ownerId)))?.value
  return Array.isArray(found) ? (found as string[]) : []
}
