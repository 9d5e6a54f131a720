import { atom, useStore } from 'jotai'
import { useCallback } from 'react'
import { MAX_COUNTED_ROWS } from '#platform/supabase/list-query.ts'
import { countPayments, type PaymentCounts } from '#shop/payments/review.api.ts'
import { count } from '#ui/format.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'

/** For the tabs and the side menu; null until first read. */
export const paymentCountsAtom = atom<PaymentCounts | null>(null)

/** '12', or '1,000+' where the count stops. */
export const countedText = (n: number): string => (n > MAX_COUNTED_ROWS ? `${count(MAX_COUNTED_ROWS)}+` : count(n))

const COUNTS_EVERY_MS = 60_000

/** A failure keeps the last counts. */
export function useRefreshPaymentCounts(): () => Promise<void> {
  const store = useStore()
  return useCallback(async () => {
    const counts = await countPayments(store.get(paymentCountsAtom)?.newestAt ?? null)
    if (counts.ok) store.set(paymentCountsAtom, counts.value)
    else console.warn('Counting payments failed:', counts.failure.code)
  }, [store])
}

/** Reads the counts every minute while the console is in front; with `always` also while it is hidden. */
export function usePaymentCounts(always: boolean): void {
  const refresh = useRefreshPaymentCounts()
  usePolling(refresh, COUNTS_EVERY_MS, { atOnce: true, whileHidden: always })
}
