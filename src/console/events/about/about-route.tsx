import { useParams } from 'react-router-dom'
import { readEventAbout } from '#shop/catalogue/admin/event-about.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useConcert } from '../../kit/concert.ts'
import { WhenLoaded } from '../../kit/list/when-loaded.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { AboutForm } from './about-form.tsx'

export function AboutRoute() {
  usePageTitle('Text and poster', 'admin')
  const { eventId = '' } = useParams()
  const concert = useConcert()
  const stored = useLoaded(`about ${eventId}`, () => readEventAbout(eventId))
  return (
    <WhenLoaded of={stored} message="Failed to load the event">
      {(about) => (
        <AboutForm key={eventId} stored={about} onSaved={() => Promise.all([stored.reload(), concert?.reload()])} />
      )}
    </WhenLoaded>
  )
}
