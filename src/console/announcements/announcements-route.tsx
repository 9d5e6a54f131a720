import { useSearchParams } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { readAnnouncements } from '#shop/notices/announcements-admin.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { useConcert } from '../kit/concert.ts'
import { concertOf, concertWords } from '../kit/concerts/concert-choice.ts'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { AnnouncementLog, SingleNotices } from './announcement-log.tsx'
import { isMoving } from './announcement-words.ts'
import { Compose } from './compose.tsx'

const CLOCK_MS = 60_000
const LOOK_EVERY_MS = 3_000

export function AnnouncementsRoute() {
  usePageTitle('Announcements', 'admin')
  const admin = useMay()()
  const [search, setSearch] = useSearchParams()
  const concert = useConcert()
  const eventId = concert?.id ?? search.get('event') ?? ''
  const announcements = useLoaded(`announcements ${eventId}`, () => readAnnouncements(eventId || null))
  const now = useNow(CLOCK_MS)
  const going = announcements.value?.some((one) => isMoving(one, now)) === true
  usePolling(announcements.reload, going ? LOOK_EVERY_MS : null)

  const choose = (id: string) => setSearch(id === '' ? {} : { event: id }, { replace: true })
  const own = useLoaded(concert ? '' : eventId, () => readEventRow(eventId))
  const event = concert ? concert.event : own.value
  const chosen = event ? concertOf(event) : null
  return (
    <>
      <PageHead title="Announcements" />
      <p className="mt-2 max-w-[68ch] text-2 text-muted">
        Buyers read an announcement under Updates in the shop and on their ticket, and by mail if the shop sends mail
        and they want it. Guests and buyers at the door have no account: they are not told.
      </p>
      <ListFailure message="Error fetching data" failure={own.failure} onRetry={own.reload} />
      <Compose event={chosen} eventId={eventId} onEvent={concert ? null : choose} onSent={announcements.reload} />
      {chosen && !concert ? (
        <div className="mt-10">
          <RemovableChip
            label={concertWords(chosen)}
            removeLabel={`Show all events, not only ${concertWords(chosen)}`}
            onRemove={() => choose('')}
          />
        </div>
      ) : null}
      <AnnouncementLog announcements={announcements} />
      {admin ? <SingleNotices eventId={eventId || null} /> : null}
    </>
  )
}
