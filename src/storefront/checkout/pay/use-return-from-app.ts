import { useEffect, useEffectEvent } from 'react'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { notePaying } from '#shop/orders/orders.store.ts'

/**
 * Calls `onReturn` once when the customer comes back from a UPI app: a page never learns what happened there, so the next
 * step is the reference. Returns what to call before leaving; the order then counts as begun. The tab keeps the order's
 * id, because a phone may discard the page meanwhile and load it again on the way back.
 */
export function useReturnFromApp(orderId: string, onReturn: () => void): () => void {
  const arrive = useEffectEvent((): void => {
    if (document.visibilityState !== 'visible' || readOfTab('paying') !== orderId) return
    writeOfTab('paying', null)
    // Again: the page may have been gone before the device had stored it.
    void notePaying(orderId)
    onReturn()
  })
  useEffect(() => {
    const onArrival = (): void => arrive()
    onArrival()
    document.addEventListener('visibilitychange', onArrival)
    globalThis.addEventListener('pageshow', onArrival)
    return () => {
      document.removeEventListener('visibilitychange', onArrival)
      globalThis.removeEventListener('pageshow', onArrival)
    }
    // oxlint-disable-next-line exhaustive-effect-dependencies -- asks again for another order
  }, [orderId])
  return () => {
    writeOfTab('paying', orderId)
    void notePaying(orderId)
  }
}
