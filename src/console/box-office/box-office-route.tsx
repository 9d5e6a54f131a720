import { boxOfficeEvents } from '#shop/staff/invitations.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { ConsoleHeader } from '../shell/console-header.tsx'

/** Where box office staff land. */
export function BoxOfficeRoute() {
  usePageTitle('Box office', 'admin')
  const { value: events, failure, reload } = useLoaded('box office', boxOfficeEvents)
  return (
    <div className="safe-x min-h-dvh">
      <ConsoleHeader />
      <main className="mx-auto max-w-[800px] px-4 pt-4 pb-10 desk:px-8 desk:pt-6">
        <h1 className="head-5 text-[1.75rem]">Box office</h1>
        <p className="mt-2 text-muted">These concerts are yours at the door. Tickets cannot be sold here yet.</p>
        {failure ? (
          <ListFailure message="Error loading the concerts" failure={failure} onRetry={reload} />
        ) : !events ? (
          <ListSkeleton />
        ) : events.length === 0 ? (
          <p className="mt-6">There is no concert for you so far. An admin chooses them under Users.</p>
        ) : (
          <ul className="mt-6 border-t border-rule" aria-label="Your concerts">
            {events.map((event) => (
              <li key={event.id} className="border-b border-rule py-3">
                <span className="font-strong">{event.name}</span>
                <span className="block text-2 text-muted">
                  {event.venue}, {formatDayTime(event.date)}
                </span>
                {event.cancelled ? (
                  <StateMark kind="bad" tag>
                    Cancelled
                  </StateMark>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  )
}
