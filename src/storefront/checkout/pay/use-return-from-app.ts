import { useEffect, useEffectEvent } from 'react'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { notePaying } from '#shop/orders/orders.store.ts'

/** Calls `onReturn` once on coming back from a UPI app. Call the returned function before leaving: the order counts as
 * begun, and the tab keeps its id, because a phone may discard the page meanwhile. */
export function useReturnFromApp(orderId: string, onReturn: () => void): () => void {
  const arrive = useEffectEvent((): void => {
    if (document.visibilityState !== 'visible' || readOfTab('paying') !== orderId) return
    writeOfTab('paying', null)
    // Again: the page may have gone before the device stored it.
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
