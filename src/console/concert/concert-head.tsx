import { useNavigate } from 'react-router-dom'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { Poster } from '#ui/display/poster.tsx'
import { paths } from '#ui/paths.ts'
import { EventState } from '../events/publishing/event-state.tsx'
import { isShared } from '../share/share-words.ts'
import { daysWords } from './next-steps.ts'
import { shortNameOf, useConcertActions } from './concert-actions.tsx'
import { copyText } from '../kit/fact.tsx'
import { RowActions } from '../kit/list/row-actions.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useOpens } from '../shell/page-roles.ts'

/** Shows what a concert is, whether it sells, its address in the shop, and what may be done to it. */
export function ConcertHead({
  id,
  event,
  about,
  onChanged,
}: {
  id: string
  event: EventListRow | undefined
  about: EventAbout | undefined
  onChanged: () => Promise<unknown>
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="w-14 flex-none desk:w-18 print:hidden">
        <Poster key={about?.poster?.path} eventId={id} own={about?.poster ?? null} />
      </div>
      {event ? <Named event={event} onChanged={onChanged} /> : <Unnamed />}
    </div>
  )
}

function Named({ event, onChanged }: { event: EventListRow; onChanged: () => Promise<unknown> }) {
  const navigate = useNavigate()
  const { actions, dialogs, now } = useConcertActions(event, {
    onChanged,
    onDeleted: async () => void navigate(paths.adminEvents),
  })
  const sharing = {
    label: 'Share',
    onChoose: () => leaveOrAsk(() => void navigate(paths.adminEventShare(event.id))),
  }
  const opens = useOpens()
  // A sale that is paused has Resume in its place.
  const shared =
    isShared(event, now) && opens(paths.adminEventShare(event.id))
      ? actions.toSpliced(event.pausedAt === null ? 0 : 2, 0, sharing)
      : actions
  const address = globalThis.location.origin + paths.event(event.id)
  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="head-5 text-[1.75rem] wrap-anywhere">{event.singerName}</h1>
          <span className="print:hidden">
            <EventState event={event} now={now} />
          </span>
        </div>
        <p className="mt-1 text-2">
          {formatDayTime(event.date)}
          {event.status === 'cancelled' ? null : (
            <span className="print:hidden">, {daysWords(event.date, now)}</span>
          )} · {event.venue}, {event.city}
          {event.previousDate ? (
            <span className="text-warn"> · moved from {formatDayTime(event.previousDate)}</span>
          ) : null}
        </p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-2 text-muted print:hidden">
          {event.publishedAt === null ? (
            'Only staff see it.'
          ) : (
            <>
              <TextLink to={paths.event(event.id)}>Its page in the shop</TextLink>
              <button
                type="button"
                className="link min-h-6"
                onClick={() =>
                  void copyText(
                    address,
                    'Link copied',
                    `This browser does not let the page copy. The link is ${address}`,
                  )
                }
              >
                Copy the link
              </button>
            </>
          )}
          <TextLink to={paths.adminEvents}>All events</TextLink>
        </p>
      </div>
      <div className="print:hidden">
        <RowActions actions={shared} name={shortNameOf(event)} buttons />
        {dialogs}
      </div>
    </>
  )
}

const Unnamed = () => (
  <Skeleton className="flex-1">
    <Bar dark className="h-8 w-1/2" />
    <Bar className="mt-3 w-1/3" />
  </Skeleton>
)
