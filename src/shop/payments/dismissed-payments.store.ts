import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { dismissedKey } from '#shop/people/current-user.store.ts'

/** Ids of the rejected payments that the signed-in person has dismissed on this device; none for a visitor. */
export const watchDismissedPayments = (): Observable<ReadonlySet<string>> =>
  watch(async (store) => {
    const ownerId = await ownerIn(store)
    return new Set(ownerId === null ? [] : await dismissedIn(store, ownerId))
  })

/**
 * Dismisses a rejected payment of the signed-in person, or lists it again. Kept apart from the payment's row, which the
 * next sync may replace. Does nothing for a payment that is not rejected or not theirs; rejects when the device fails.
 */
export async function setDismissed(paymentId: string, dismissed: boolean): Promise<void> {
  const store = await openStore()
  await store.transact(['payments', 'session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    const payment = await store.table('payments').get(paymentId)
    if (ownerId === null || payment?.ownerId !== ownerId || payment.status !== 'rejected') return
    const others = (await dismissedIn(store, ownerId)).filter((id) => id !== paymentId)
    await store.table('meta').put({ key: dismissedKey(ownerId), value: dismissed ? [...others, paymentId] : others })
  })
}

async function dismissedIn(store: Store, ownerId: string): Promise<string[]> {
  const found = (await store.table('meta').get(dismissedKey(ownerId)))?.value
  return Array.isArray(found) ? (found as string[]) : []
}
