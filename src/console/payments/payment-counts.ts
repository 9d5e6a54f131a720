import { atom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { MAX_COUNTED_ROWS } from '#platform/supabase/list-query.ts'
import { countPayments, type PaymentCounts } from '#shop/payments/review.api.ts'
import { count } from '#ui/format.ts'

/** How many payments stand in each state, for the tabs and the side menu; null until first known. */
export const paymentCountsAtom = atom<PaymentCounts | null>(null)

/** '12', or '1,000+' where it was counted no further. */
export const wordCounted = (n: number): string => (n > MAX_COUNTED_ROWS ? `${count(MAX_COUNTED_ROWS)}+` : count(n))

/** How often the side menu asks on pages other than Payments, in milliseconds. */
const COUNTS_EVERY_MS = 60_000

/** Asks again and shows the answer; a failure leaves the last one. */
export function useRefreshPaymentCounts(): () => Promise<void> {
  const store = useStore()
  return useCallback(async () => {
    const counts = await countPayments(store.get(paymentCountsAtom)?.newestAt ?? null)
    if (counts.ok) store.set(paymentCountsAtom, counts.value)
    else console.warn('Counting payments failed:', counts.failure.code)
  }, [store])
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
