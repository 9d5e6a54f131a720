import { atom, useStore, useAtomValue } from 'jotai'
import { useCallback, useRef } from 'react'
import { MAX_COUNTED_ROWS } from '#platform/supabase/list-query.ts'
import { countPayments, type PaymentCounts } from '#shop/payments/review.api.ts'
import { count } from '#ui/format.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import type { PaymentStatus } from '#shop/payments/payment.ts'
import { classes } from '#ui/controls/classes.ts'
import type { ListState } from '../kit/list/list-state.ts'

/** For the tabs and the side menu; null until first read. */
export const paymentCountsAtom = atom<PaymentCounts | null>(null)

/** Returns '12', or '1,000+' where the count stops. */
export const countedText = (n: number): string => (n > MAX_COUNTED_ROWS ? `${count(MAX_COUNTED_ROWS)}+` : count(n))

const COUNTS_EVERY_MS = 60_000

/** Returns a function that reads the counts again; a failure keeps the last ones. */
export function useRefreshPaymentCounts(): () => Promise<void> {
  const store = useStore()
  return useCallback(async () => {
    const counts = await countPayments(store.get(paymentCountsAtom)?.newestAt ?? null)
    if (counts.ok) store.set(paymentCountsAtom, counts.value)
    else console.warn('Counting payments failed:', counts.failure.code)
  }, [store])
}

/** Reads the counts every minute while the console is in front; with `always` also while it is hidden. */
export function usePaymentCounts(on: boolean, always: boolean): void {
  const refresh = useRefreshPaymentCounts()
  usePolling(refresh, on ? COUNTS_EVERY_MS : null, { atOnce: true, whileHidden: always })
}

export type Tab = PaymentStatus | 'all'
const tabs: { value: Tab; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
]

/** What is shown first: the shop's work, and all that a concert has. */
const usualTab = (inConcert: boolean): Tab => (inConcert ? 'all' : 'pending')

export const readTab = (text: string | null, inConcert: boolean): Tab =>
  tabs.find(({ value }) => value === text)?.value ?? usualTab(inConcert)

/** Shows the states of payments as tabs, with how many the whole shop has unless they are one concert's. */
export function PaymentTabs({ tab, list, inConcert }: { tab: Tab; list: ListState; inConcert: boolean }) {
  const ofShop = useAtomValue(paymentCountsAtom)
  const counts = inConcert ? null : ofShop
  const nav = useRef<HTMLElement>(null)
  const countOf = (value: Tab): string | null => {
    if (!counts) return null
    if (value !== 'all') return countedText(counts[value])
    // A count that stopped at its limit leaves the sum open, too.
    return countedText([counts.pending, counts.approved, counts.rejected].reduce((sum, one) => sum + one, 0))
  }
  return (
    <nav ref={nav} aria-label="Status" className="mt-3 flex gap-4 overflow-x-auto border-b border-rule desk:gap-6">
      {tabs.map(({ value, label }) => {
        const number = countOf(value)
        return (
          <button
            key={value}
            type="button"
            aria-current={tab === value ? 'page' : undefined}
            onClick={() => list.set({ status: value === usualTab(inConcert) ? null : value })}
            className={classes(
              'min-h-11 cursor-pointer border-b-2 pt-0.5 whitespace-nowrap max-desk:text-2',
              tab === value ? 'border-ink font-strong' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
            {number === null ? null : (
              <span
                className={classes('ml-1 font-text text-muted tabular-nums', value !== 'pending' && 'max-desk:hidden')}
              >
                {number}
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
