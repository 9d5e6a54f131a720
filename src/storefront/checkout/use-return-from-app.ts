import { useEffect, useRef } from 'react'

/**
 * Names the order whose customer has gone to a UPI app. In the session's storage, because a phone may discard the page
 * meanwhile and load it anew on the way back.
 */
const PAYING_KEY = 'mehfil.paying'

/**
 * Calls `onReturn` once when the customer comes back from a UPI app: a page never learns what happened there, so the
 * way on is the reference. Returns what to call before leaving.
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
  return () => writePaying(orderId)
}

function readPaying(): string | null {
  try {
    return sessionStorage.getItem(PAYING_KEY)
  } catch {
    return null
  }
}

function writePaying(orderId: string | null): void {
  try {
    if (orderId === null) sessionStorage.removeItem(PAYING_KEY)
    else sessionStorage.setItem(PAYING_KEY, orderId)
  } catch {
    // Storage is blocked: the field is there all the same, only not focused after a reload.
  }
}
