import { atom, useStore } from 'jotai'
import { useCallback } from 'react'
import { MAX_COUNTED_ROWS } from '#platform/supabase/list-query.ts'
import { countPayments, type PaymentCounts } from '#shop/payments/review.api.ts'
import { count } from '#ui/format.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'

/** How many payments are in each state, for the tabs and the side menu; null until first known. */
export const paymentCountsAtom = atom<PaymentCounts | null>(null)

/** '12', or '1,000+' where it was counted no further. */
export const wordCounted = (n: number): string => (n > MAX_COUNTED_ROWS ? `${count(MAX_COUNTED_ROWS)}+` : count(n))

/** The page of payments reads them more often by itself. */
const COUNTS_EVERY_MS = 60_000

/** Returns a function that reads the counts again; a failure leaves the last ones. */
export function useRefreshPaymentCounts(): () => Promise<void> {
  const store = useStore()
  return useCallback(async () => {
    const counts = await countPayments(store.get(paymentCountsAtom)?.newestAt ?? null)
    if (counts.ok) store.set(paymentCountsAtom, counts.value)
    else console.warn('Counting payments failed:', counts.failure.code)
  }, [store])
}

/** Reads the counts at the start and every minute while the console is in front; with `always` also behind other windows. */
export function usePaymentCounts(always: boolean): void {
  const refresh = useRefreshPaymentCounts()
  usePolling(refresh, COUNTS_EVERY_MS, { atOnce: true, whileHidden: always })
}
