import { Link, useParams } from 'react-router-dom'
import { readConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { useKnown } from '../new/use-known.ts'
import { EditConcertForm } from './edit-concert-form.tsx'

/** All of a stored concert in one form. */
export function EditConcertRoute() {
  usePageTitle('Edit a concert', 'admin')
  const { eventId = '' } = useParams()
  const known = useKnown()
  const source = useLoaded(`concert ${eventId}`, () => readConcertSource(eventId))
  const failure = known.failure ?? source.failure
  return (
    <>
      <PageHead title="Edit a concert" />
      <p className="mt-1 text-2 text-muted">
        {source.value ? `${source.value.singer}, ${source.value.city} · ${formatDayTime(source.value.date)} · ` : ''}
        <Link className="link" to={paths.adminEvents}>
          All events
        </Link>
      </p>
      {failure ? (
        <ListFailure
          message="Failed to load the concert"
          failure={failure}
          onRetry={() => void Promise.all([known.reload(), source.reload()])}
        />
      ) : null}
      {known.value && source.value ? (
        <EditConcertForm key={eventId} source={source.value} known={known.value} />
      ) : failure ? null : (
        <ListSkeleton />
      )}
    </>
  )
}
