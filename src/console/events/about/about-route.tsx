import { Link, useParams } from 'react-router-dom'
import { readEventAbout } from '#shop/catalogue/admin/event-about.api.ts'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { AboutForm } from './about-form.tsx'

export function AboutRoute() {
  usePageTitle('About the event', 'admin')
  const { eventId = '' } = useParams()
  const event = useLoaded(`event ${eventId}`, () => readEventRow(eventId))
  const stored = useLoaded(`about ${eventId}`, () => readEventAbout(eventId))
  const failure = stored.failure ?? event.failure
  return (
    <>
      <PageHead title="About the event" />
      <p className="mt-1 mb-6 text-2 text-muted">
        {event.value ? `${event.value.singerName}, ${event.value.city} · ${formatDayTime(event.value.date)} · ` : ''}
        {event.value ? (
          <>
            <Link className="link" to={paths.event(eventId)}>
              Its page in the shop
            </Link>
            {' · '}
          </>
        ) : null}
        <Link className="link" to={paths.adminEvents}>
          All events
        </Link>
      </p>
      {failure ? (
        <ListFailure
          message="Failed to load the event"
          failure={failure}
          onRetry={() => void Promise.all([event.reload(), stored.reload()])}
        />
      ) : null}
      {stored.value ? (
        <AboutForm key={eventId} stored={stored.value} onSaved={stored.reload} />
      ) : failure ? null : (
        <ListSkeleton />
      )}
    </>
  )
}
