import { Link } from 'react-router-dom'
import { listOldestPending } from '#shop/payments/review.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { ago, count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useBankStates, type BankStates } from '../payments/bank-state.tsx'
import { isClean } from '../payments/review/warning-words.ts'
import { payerOf } from '../kit/words/payer.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted, plural } from '../kit/words/counted.ts'
import { ListTable } from '../kit/list/list-table.tsx'
import { BarTable } from '../kit/plot/bar-table.tsx'
import { TextLink } from '../kit/text-link.tsx'

/** Of so many the bank's marks are read; the payments page marks as many at once. */
const READ = 25
const SHOWN = 5
const ageNames = ['Under 15 minutes', 'Under an hour', 'Under a day', 'Longer']

/** A payment is certain when the bank has exactly its money and the shop found nothing to check. */
const isCertain = (payment: Pick<ReviewPayment, 'id' | 'warnings'>, states: BankStates): boolean =>
  states?.get(payment.id)?.kind === 'exact' && isClean(payment)

/** Returns '3 are certain', or '3 of the 25 oldest are certain' where more wait; null for none, and while the bank’s marks are missing. */
export function certainText(
  rows: readonly Pick<ReviewPayment, 'id' | 'warnings'>[],
  states: BankStates,
  waiting: number,
): string | null {
  const certain = rows.filter((payment) => isCertain(payment, states)).length
  if (certain === 0) return null
  const of = waiting > rows.length ? ` of the ${count(rows.length)} oldest` : ''
  return `${count(certain)}${of} ${plural(certain, 'is', 'are')} certain`
}

export function WaitingPayments({
  total,
  oldest,
  ages,
  now,
}: {
  total: number | null
  oldest: string | null
  /** As `DashboardStats.pendingAges`. */
  ages: readonly number[]
  now: number
}) {
  const { value, failure, at, reload } = useLoaded('waiting', () => listOldestPending(READ))
  const states = useBankStates(value ?? [], at).value
  // Those that are collapsed, and tests, are no rows here.
  const waiting = total ?? (value?.length === 0 ? 0 : null)
  if (failure && !value)
    return <ListFailure message="Error loading payments. Please try again." failure={failure} onRetry={reload} />
  if (waiting === 0) return <p className="pb-2.5 text-muted">No payments are waiting.</p>
  return (
    <>
      {waiting !== null ? (
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>
            {counted(waiting, 'payment')}
            {oldest ? `, the oldest ${oldest}` : ''}
            {value && value.length > 0 ? <Certain text={certainText(value, states, waiting)} /> : null}
          </span>
          <Link className="link" to={withQuery(paths.adminPayments, { sort: 'created_at' })}>
            Review payments
          </Link>
        </p>
      ) : null}
      {/* The list has the ages of fewer. */}
      {waiting !== null && waiting > SHOWN && ages.length > 0 ? (
        <div className="my-2 text-2 desk:w-1/2">
          <BarTable
            caption="How long payments have waited"
            head={['Waiting', 'Payments']}
            rows={ageNames.map((label, index) => ({
              label,
              parts: [{ size: ages[index] ?? 0, look: index === 3 ? 'bg-accent' : 'bg-ink' }],
              value: count(ages[index] ?? 0),
            }))}
          />
        </div>
      ) : null}
      {value ? (
        <ListTable
          caption="Payments that have waited longest"
          className="mt-2"
          columns={['Customer', { head: 'UTR', deskOnly: true }, 'Submitted', { head: 'Amount', number: true }]}
        >
          {value.slice(0, SHOWN).map((payment) => (
            <tr key={payment.id}>
              <Cell>
                <TextLink to={withQuery(paths.adminPayments, { sort: 'created_at', payment: payment.id })}>
                  {payerOf(payment)}
                </TextLink>
                {isCertain(payment, states) ? <span className="block text-1 text-ok">Certain</span> : null}
              </Cell>
              <Cell deskOnly>{groupReference(payment.transactionId)}</Cell>
              <Cell className="whitespace-nowrap">{ago(Date.parse(payment.createdAt), now)}</Cell>
              <Cell number>{exactRupees(payment.amount)}</Cell>
            </tr>
          ))}
        </ListTable>
      ) : null}
    </>
  )
}

const Certain = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <>
      , <TextLink to={paths.adminBank}>{text}</TextLink>
    </>
  )
