import { useParams } from 'react-router-dom'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { EventKeys } from './event-keys.tsx'
import { PassRules } from './pass-rules.tsx'
import { WaitingLists } from './waiting-lists.tsx'

/** Shows the rules of a concert's tickets, who waits for them, and, folded, the keys that sign them. */
export function ConcertSettingsRoute() {
  usePageTitle('Rules of the concert', 'admin')
  const { eventId = '' } = useParams()
  return (
    <>
      <PassRules eventId={eventId} />
      <WaitingLists eventId={eventId} />
      <details className="mt-8">
        <summary className="min-h-9 cursor-pointer font-strong">Advanced</summary>
        <EventKeys eventId={eventId} />
      </details>
    </>
  )
}
