import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { useEvent } from '../catalogue/event/use-event.ts'
import { NoEvent } from '../no-event.tsx'
import { cityWords } from '#ui/format.ts'

/** Shows a page about the event of the address, as this device or the server knows it. */
export function OfEvent({ children }: { children: (event: CatalogueEvent) => ReactNode }) {
  const { eventId = '' } = useParams()
  const state = useEvent(eventId)
  return (
    <div className="wrap pt-5 pb-18">
      {state.kind === 'ready' ? (
        children(state.event)
      ) : state.kind === 'loading' ? (
        <QueueSkeleton />
      ) : (
        <NoEvent state={state} />
      )}
    </div>
  )
}

/** Shows the event's name as the page's heading, and its time and place. */
export function EventHead({ event }: { event: CatalogueEvent }) {
  return (
    <>
      <h1 className="head-5 wrap-break-word">
        <Link to={paths.event(event.id)} className="underline-offset-4 hover:underline">
          {event.singer.name}, {cityWords(event.city)}
        </Link>
      </h1>
      <p className="mt-1.5 text-2 text-muted">
        {formatDayTime(event.date)} · {event.venue}
      </p>
    </>
  )
}

export function QueueSkeleton() {
  return (
    <Skeleton>
      <Bar dark className="h-10 w-3/5 max-w-[312px]" />
      <Bar className="mt-3 w-48" />
      <Bar dark className="mt-10 h-6 w-56" />
      <Bar className="mt-4 max-w-[480px]" />
      <Bar className="mt-2 w-3/5 max-w-[312px]" />
    </Skeleton>
  )
}
