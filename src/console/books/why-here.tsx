import { useState } from 'react'
import { readReasons } from '#shop/books/ledger.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { PaymentLink } from '../bank/credits/bank-head.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { signed } from '../kit/words/counted.ts'
import { accountWords, entryText } from './account-words.ts'

/** Folded, it reads nothing until it is opened: every entry of the books about an order or a credit. */
export function WhyHere({ of }: { of: { paymentId: string } | { creditId: string } }) {
  const [wanted, setWanted] = useState(false)
  const { value, failure, reload } = useLoaded(wanted ? JSON.stringify(of) : '', () => readReasons(of))
  return (
    <details className="mt-5" onToggle={(event) => setWanted((now) => now || event.currentTarget.open)}>
      <summary className="min-h-9 cursor-pointer font-strong">Why is this money here?</summary>
      <ListFailure message="Error loading the books" failure={failure} onRetry={reload} />
      {value === undefined ? (
        wanted && !failure ? (
          <ListSkeleton />
        ) : null
      ) : value.entries.length === 0 ? (
        <p className="text-2 text-muted">Nothing is booked: no money, or not decided yet.</p>
      ) : (
        <>
          {value.orderCode !== null && value.paymentId !== null && 'creditId' in of ? (
            <p className="pb-2 text-2">
              For order <PaymentLink id={value.paymentId} orderCode={value.orderCode} />
            </p>
          ) : null}
          <ol className="text-2">
            {value.entries.map((entry, at) => (
              <li key={at} className="border-t border-rule pt-2.5 pb-2">
                <p>
                  <span className="font-strong wrap-anywhere">{entryText(entry)}</span>{' '}
                  <time className="whitespace-nowrap text-muted" dateTime={entry.at}>
                    {formatDayTime(entry.at)}
                  </time>
                </p>
                <ul className="mt-1 flex flex-wrap gap-x-4 tabular-nums">
                  {entry.amounts.map(({ account, amount }) => (
                    <li key={account}>
                      <span className="text-muted">{accountWords[account].name}</span>{' '}
                      {signed(accountWords[account].side === 'here' ? amount : -amount)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </>
      )}
    </details>
  )
}
