import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDay } from '#platform/time/ist.ts'
import { readEventNames, readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { readAnnouncements } from '#shop/notices/announcements-admin.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { useConcert } from '../kit/concert.ts'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { AnnouncementLog, SingleNotices } from './announcement-log.tsx'
import { isMoving } from './announcement-words.ts'
import { Compose } from './compose.tsx'

const CLOCK_MS = 60_000
const LOOK_EVERY_MS = 3_000
/** Buyers of a concert that is over may have to be told something, too. */
const PAST_MS = 30 * 24 * 3_600_000

const nameOf = (event: { singerName: string; city: string; date: string }): string =>
  `${event.singerName}, ${event.city}, ${formatDay(event.date)}`

export function AnnouncementsRoute() {
  usePageTitle('Announcements', 'admin')
  const [search, setSearch] = useSearchParams()
  const concert = useConcert()
  const eventId = concert?.id ?? search.get('event') ?? ''
  const [since] = useState(() => new Date(Date.now() - PAST_MS))
  const events = useLoaded(concert ? '' : 'events', () => readEventNames(since))
  const announcements = useLoaded(`announcements ${eventId}`, () => readAnnouncements(eventId || null))
  const now = useNow(CLOCK_MS)
  const going = announcements.value?.some((one) => isMoving(one, now)) === true
  usePolling(announcements.reload, going ? LOOK_EVERY_MS : null)

  const choose = (id: string) => setSearch(id === '' ? {} : { event: id }, { replace: true })
  const listed = concert ? (concert.event ? [concert.event] : []) : (events.value ?? [])
  // Links lead here from older events, too.
  const isListed = eventId === '' || listed.some(({ id }) => id === eventId)
  const own = useLoaded(events.value && !isListed ? eventId : '', () => readEventRow(eventId))
  const all = !isListed && own.current && own.value ? [own.value, ...listed] : listed
  const chosen = all.find((event) => event.id === eventId)
  return (
    <>
      <PageHead title="Announcements" />
      <p className="mt-2 max-w-[68ch] text-2 text-muted">
        Buyers read an announcement under Updates in the shop and on their ticket, and by mail if the shop sends mail
        and they want it. Guests and buyers at the door have no account: they are not told.
      </p>
      <ListFailure message="Error fetching data" failure={events.failure} onRetry={events.reload} />
      <ListFailure message="Error fetching data" failure={own.failure} onRetry={own.reload} />
      <Compose events={all} eventId={eventId} onEvent={concert ? null : choose} onSent={announcements.reload} />
      {chosen && !concert ? (
        <div className="mt-10">
          <RemovableChip
            label={nameOf(chosen)}
            removeLabel={`Show all events, not only ${nameOf(chosen)}`}
            onRemove={() => choose('')}
          />
        </div>
      ) : null}
      <AnnouncementLog announcements={announcements} />
      <SingleNotices eventId={eventId || null} />
    </>
  )
}
