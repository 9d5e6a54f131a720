import type { ReactNode } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { classes } from '#ui/controls/classes.ts'
import { Empty } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead, type PageLink } from './list/list-parts.tsx'
import { TextLink } from './text-link.tsx'

/** Names the event that a page is about, once it is loaded, and leads to all events. */
export function EventLine({
  of: event,
  className,
  children,
}: {
  of?: { singerName: string; city: string; date: string } | undefined
  className?: string
  children?: ReactNode
}) {
  return (
    <p className={classes('mt-1 text-2 text-muted', className)}>
      {event ? `${event.singerName}, ${event.city} · ${formatDayTime(event.date)}` : ''}
      <span className="print:hidden">
        {event ? ' · ' : ''}
        {children}
        <TextLink to={paths.adminEvents}>All events</TextLink>
      </span>
    </p>
  )
}

/** Draws an event's page. server/pages/event-frame.ts draws its upper part before any script runs: keep both alike. */
export function EventPage({
  title,
  links,
  buttons,
  event,
  failure,
  message,
  onRetry,
  children,
}: {
  title: string
  links: readonly PageLink[]
  buttons?: ReactNode
  event: { singerName: string; city: string; date: string } | undefined
  failure: Failure | null
  message: string
  onRetry: () => unknown
  children: ReactNode
}) {
  return (
    <>
      <PageHead title={title} links={links}>
        {buttons}
      </PageHead>
      <EventLine of={event} className="mb-5" />
      {failure?.code === 'not_found' ? (
        <Empty title="There is no such event">It was deleted, or the address is wrong.</Empty>
      ) : (
        <>
          <ListFailure message={message} failure={failure} onRetry={onRetry} />
          {children ?? (failure ? null : <ListSkeleton />)}
        </>
      )}
    </>
  )
}
