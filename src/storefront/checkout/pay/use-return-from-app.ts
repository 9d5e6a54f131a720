import { useEffect, useRef } from 'react'
import { readPaying, writePaying } from '#account/session/tab-memory.ts'
import { notePaying } from '#shop/orders/orders.store.ts'

/**
 * Calls `onReturn` once when the customer comes back from a UPI app: a page never learns what happened there, so the
 * way on is the reference. Returns what to call before leaving; the order then counts as begun. Which order it was stands
 * in the session's storage, because a phone may discard the page meanwhile and load it anew on the way back.
 */
export function useReturnFromApp(orderId: string, onReturn: () => void): () => void {
  const back = useRef(onReturn)
  useEffect(() => {
    back.current = onReturn
  })
  useEffect(() => {
    const arrive = (): void => {
      if (document.visibilityState !== 'visible' || readPaying() !== orderId) return
      writePaying(null)
      // Again: the page may have been gone before the device had stored it.
      void notePaying(orderId)
      back.current()
    }
    arrive()
    document.addEventListener('visibilitychange', arrive)
    globalThis.addEventListener('pageshow', arrive)
    return () => {
      document.removeEventListener('visibilitychange', arrive)
      globalThis.removeEventListener('pageshow', arrive)
    }
  }, [orderId])
  return () => {
    writePaying(orderId)
    void notePaying(orderId)
  }
}
