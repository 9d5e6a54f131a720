import { useParams } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import { readPapers } from '#shop/payments/review.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { Papers } from '#ui/display/papers.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Shows the papers of one payment without the console's frame, so that they print alone. */
export function PapersRoute() {
  const { paymentId = '' } = useParams()
  const may = useMay()
  const { value, failure, reload } = useLoaded(paymentId, () => readPapers(paymentId))
  usePageTitle(value?.papers[0]?.number ?? 'Invoice', 'admin')
  return (
    <main className="wrap pb-18">
      <ListFailure message="Error loading the invoice" failure={failure} onRetry={reload} />
      {value ? (
        <Papers papers={value.papers} orderCode={value.orderCode}>
          {may('payments') ? (
            <ButtonLink small kind="bare" to={withQuery(paths.adminPayments, { status: 'all', payment: paymentId })}>
              Open the payment
            </ButtonLink>
          ) : (
            <ButtonLink small kind="bare" to={paths.adminBoxOffice}>
              Box office
            </ButtonLink>
          )}
        </Papers>
      ) : failure ? null : (
        <ListSkeleton />
      )}
      {value?.papers.length === 0 ? <Empty title="This order has no invoice." /> : null}
    </main>
  )
}
