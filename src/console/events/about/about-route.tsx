import { useParams } from 'react-router-dom'
import { readEventAbout } from '#shop/catalogue/admin/event-about.api.ts'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { PageHead } from '../../kit/list/list-parts.tsx'
import { together, useLoaded } from '../../kit/use-loaded.ts'
import { AboutForm } from './about-form.tsx'
import { WhenLoaded } from '../../kit/list/when-loaded.tsx'
import { EventLine } from '../../kit/event-page.tsx'
import { TextLink } from '../../kit/text-link.tsx'

export function AboutRoute() {
  usePageTitle('About the event', 'admin')
  const { eventId = '' } = useParams()
  const event = useLoaded(`event ${eventId}`, () => readEventRow(eventId))
  const stored = useLoaded(`about ${eventId}`, () => readEventAbout(eventId))
  return (
    <>
      <PageHead title="About the event" />
      <EventLine of={event.value} className="mb-6">
        {event.value ? (
          <>
            <TextLink to={paths.event(eventId)}>Its page in the shop</TextLink>
            {' · '}
          </>
        ) : null}
      </EventLine>
      <WhenLoaded of={{ ...together({ stored, event }), value: stored.value }} message="Failed to load the event">
        {(about) => <AboutForm key={eventId} stored={about} onSaved={stored.reload} />}
      </WhenLoaded>
    </>
  )
}
