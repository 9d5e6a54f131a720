import { Outlet, useLocation, useParams } from 'react-router-dom'
import { readEventAbout } from '#shop/catalogue/admin/event-about.api.ts'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import type { Concert } from '../kit/concert.ts'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { SubPages } from '../shell/sub-pages.tsx'
import { ConcertHead } from './concert-head.tsx'

interface ConcertTab {
  to: string
  label: string
  /** The pages of this tab, itself included, where it has several. */
  pages?: readonly { to: string; label: string }[]
}

/** Returns the tabs of a concert's page, each with an address of its own. */
const concertTabs = (id: string): ConcertTab[] => [
  { to: paths.adminEvent(id), label: 'Overview' },
  { to: paths.adminEventTickets(id), label: 'Tickets & prices' },
  { to: paths.adminEventSeats(id), label: 'Seats' },
  {
    to: paths.adminEventOrders(id),
    label: 'Orders',
    pages: [
      { to: paths.adminEventOrders(id), label: 'Payments' },
      { to: paths.adminEventBookings(id), label: 'Bookings' },
    ],
  },
  { to: paths.adminEventGuests(id), label: 'Guests' },
  { to: paths.adminEventGate(id), label: 'Door' },
  { to: paths.adminEventMessages(id), label: 'Messages' },
  { to: paths.adminEventSettlement(id), label: 'Settlement' },
  {
    to: paths.adminEventSettings(id),
    label: 'Settings',
    pages: [
      { to: paths.adminEventSettings(id), label: 'Rules' },
      { to: paths.adminEventQueue(id), label: 'Queue' },
      { to: paths.adminEditConcert(id), label: 'All details' },
    ],
  },
]

/** Shows one concert: its head, its tabs, and the tab that the address names. */
export function ConcertLayout() {
  const { eventId = '' } = useParams()
  return isUuid(eventId) ? <ConcertPage key={eventId} id={eventId} /> : <NoConcert />
}

function ConcertPage({ id }: { id: string }) {
  const { pathname } = useLocation()
  // Read again with each tab: what was done in the one before may have changed it.
  const event = useLoaded(`event ${id} ${pathname}`, () => readEventRow(id), { list: id })
  // The head does not wait for its poster, which a failure leaves out.
  const about = useLoaded(`about ${id}`, () => readEventAbout(id))
  if (event.failure?.code === 'not_found') return <NoConcert />
  const tabs = concertTabs(id)
  const pages = tabs.find((tab) => tab.pages?.some(({ to }) => to === pathname))?.pages
  const reload = () => Promise.all([event.reload(), about.reload()])
  return (
    <>
      <ConcertHead id={id} event={event.value} about={about.value?.about} onChanged={reload} />
      <ListFailure message="Error loading the concert" failure={event.failure} onRetry={event.reload} />
      <SubPages label="Concert" pages={tabs} />
      {pages ? <SubPages label="Pages of this tab" pages={pages} small /> : null}
      <div className="mt-5 print:mt-2">
        <Outlet context={{ id, event: event.value, about: about.value?.about, reload } satisfies Concert} />
      </div>
    </>
  )
}

function NoConcert() {
  return (
    <Empty
      level="h1"
      title="There is no such event"
      action={
        <ButtonLink kind="line" to={paths.adminEvents}>
          All events
        </ButtonLink>
      }
    >
      It was deleted, or the address is wrong.
    </Empty>
  )
}
