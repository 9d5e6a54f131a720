import { Link } from 'react-router-dom'
import { listPayments } from '#shop/payments/review.api.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { ago, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { payerOf } from '../payments/payment-row.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { ListTable } from '../kit/list/list-table.tsx'
import { TextLink } from '../kit/text-link.tsx'

const SHOWN = 5

export function WaitingPayments({ total, oldest, now }: { total: number | null; oldest: string | null; now: number }) {
  const query = { search: '', sort: { column: 'created_at', ascending: true }, page: 1, pageSize: SHOWN, tests: false }
  const { value, failure, reload } = useLoaded('waiting', () => listPayments(query, 'pending'))
  // The list's own count has test orders, too.
  const waiting = total ?? value?.total ?? null
  return (
    <section className="mt-10">
      <div className="section-head">
        <h2 className="head-4">Waiting for you</h2>
        <Link className="link text-2" to={paths.adminPayments}>
          Review payments
        </Link>
      </div>
      {failure && !value ? (
        <ListFailure message="Error loading payments. Please try again." failure={failure} onRetry={reload} />
      ) : waiting === 0 ? (
        <p className="text-muted">No payments are waiting.</p>
      ) : (
        <>
          {waiting !== null ? (
            <p className="text-2 text-muted">
              {counted(waiting, 'payment')}
              {oldest ? `, the oldest ${oldest}` : ''}
            </p>
          ) : null}
          {value ? (
            <ListTable
              caption="Payments that have waited longest"
              className="mt-2"
              columns={['Customer', { head: 'UTR', deskOnly: true }, 'Submitted', { head: 'Amount', number: true }]}
            >
              {value.rows.map((payment) => (
                <tr key={payment.id}>
                  <Cell>
                    <TextLink to={withQuery(paths.adminPayments, { sort: 'created_at', payment: payment.id })}>
                      {payerOf(payment)}
                    </TextLink>
                  </Cell>
                  <Cell deskOnly>{groupReference(payment.transactionId)}</Cell>
                  <Cell className="whitespace-nowrap">{ago(Date.parse(payment.createdAt), now)}</Cell>
                  <Cell number>{exactRupees(payment.amount)}</Cell>
                </tr>
              ))}
            </ListTable>
          ) : null}
        </>
      )}
    </section>
  )
}
