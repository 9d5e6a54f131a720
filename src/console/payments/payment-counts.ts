import { atom, useSetAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { countPayments, type PaymentCounts } from '#backend/review-api.ts'

/** How many payments stand in each state, for the tabs and the side menu; null until first known. */
export const paymentCountsAtom = atom<PaymentCounts | null>(null)

/** How often the side menu asks on pages other than Payments, in milliseconds. */
const COUNTS_EVERY_MS = 60_000

/** Asks again and shows the answer; a failure leaves the last one. */
export function useRefreshPaymentCounts(): () => Promise<void> {
  const set = useSetAtom(paymentCountsAtom)
  return useCallback(async () => {
    const counts = await countPayments()
    if (counts.ok) set(counts.value)
    else console.warn('Counting payments failed:', counts.failure.code)
  }, [set])
}

/** Keeps the counts fresh while the console is open and in front; `always` also behind other windows. */
export function usePaymentCounts(always: boolean): void {
  const refresh = useRefreshPaymentCounts()
  useEffect(() => {
    void refresh()
    const timer = setInterval(() => {
      if (always || document.visibilityState === 'visible') void refresh()
    }, COUNTS_EVERY_MS)
    return () => clearInterval(timer)
  }, [refresh, always])
}
