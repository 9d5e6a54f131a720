import { useCallback, useEffect, useState } from 'react'
import { checkPayment } from '#shop/tickets/wallet.store.ts'

/** How often the result of a payment is asked for, in ms. */
export const STATUS_POLL_MS = 10_000
/** How long somebody who waits is kept waiting without a result before they are told so, in ms. */
const VERIFICATION_WINDOW_MS = 300_000

export interface Verification {
  /** When the last answer came (ms); null before the first. */
  lastChecked: number | null
  /** The window is over without a result. */
  timedOut: boolean
  /** The server answered that it knows no such payment. */
  missing: boolean
  /** Opens another window, for the same submission. */
  again: () => void
}

/**
 * Asks for the result of a payment every ten seconds, for 300 seconds. What it learns is stored on the device and seen
 * by everybody who watches the payments; failures to ask are no news and only tried again.
 */
export function useVerification(orderId: string, waiting: boolean): Verification {
  const [started, setStarted] = useState(() => Date.now())
  const [timedOut, setTimedOut] = useState(false)
  const [lastChecked, setLastChecked] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    if (!waiting) return
    const from = Date.now()
    let busy = false
    const ask = async (): Promise<void> => {
      if (busy) return
      busy = true
      const result = await checkPayment(orderId)
      busy = false
      if (!result.ok) return
      setLastChecked(Date.now())
      setMissing(result.value === null)
    }
    const stop = (): void => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
    }
    const tick = (): void => {
      if (Date.now() - from >= VERIFICATION_WINDOW_MS) {
        stop()
        setTimedOut(true)
      } else {
        void ask()
      }
    }
    // A phone stops timers while another app is in front.
    const back = (): void => {
      if (document.visibilityState === 'visible') tick()
    }
    const timer = setInterval(tick, STATUS_POLL_MS)
    document.addEventListener('visibilitychange', back)
    void ask()
    return stop
  }, [orderId, waiting, started])

  const again = useCallback(() => {
    setTimedOut(false)
    setStarted(Date.now())
  }, [])
  return { lastChecked, timedOut: waiting && timedOut, missing, again }
}
