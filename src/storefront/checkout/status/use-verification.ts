import { useState } from 'react'
import { checkPayment } from '#shop/tickets/wallet.store.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'

export const STATUS_POLL_MS = 10_000
/** After this long without a result the page says so and stops asking, in ms. */
const MAX_VERIFICATION_MS = 300_000

export interface Verification {
  /** When the last answer came (ms); null before the first. */
  lastChecked: number | null
  timedOut: boolean
  /** The server answered that it knows no such payment. */
  missing: boolean
  again: () => void
}

/** Asks for the result of a payment every ten seconds, for 300 seconds. The answer is stored on the device. */
export function useVerification(orderId: string, waiting: boolean): Verification {
  const [lastChecked, setLastChecked] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)
  /** When the waiting began (ms); null while the payment is not waited for. */
  const [began, setBegan] = useState<number | null>(null)
  // oxlint-disable-next-line purity -- the waiting begins now
  if (waiting !== (began !== null)) setBegan(waiting ? Date.now() : null)

  const isOver = (now: number): boolean => began !== null && now - began >= MAX_VERIFICATION_MS
  const timedOut = isOver(useNow(STATUS_POLL_MS))
  const ask = async (): Promise<void> => {
    // The clock that is shown is not read while the page is behind others.
    if (isOver(Date.now())) return
    const result = await checkPayment(orderId)
    if (!result.ok) return
    setLastChecked(Date.now())
    setMissing(result.value === null)
  }
  usePolling(ask, waiting && !timedOut ? STATUS_POLL_MS : null, { atOnce: true, whileHidden: true })

  return { lastChecked, timedOut: waiting && timedOut, missing, again: () => setBegan(Date.now()) }
}
