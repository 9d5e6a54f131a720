import { Link } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import { readDashboardDays, readDashboardStats, type DashboardStats } from '#shop/dashboard/dashboard.api.ts'
import { formatDayShort } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { count, rupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { UnknownCredits } from '../bank/proofs/unknown-credits.tsx'
import { RegistrationWarning } from '../books/year-turnover.tsx'
import { FigureTiles } from '../kit/fact.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { DayLimit, netText, weekText } from './net-and-limit.tsx'
import { LastDays } from './last-days.tsx'
import { FallsDue } from './falls-due.tsx'
import { readSaleChecklist } from '#shop/settings/checklist.api.ts'
import { TextLink } from '../kit/text-link.tsx'
import { checklistWords } from '../settings/checklist-route.tsx'
import { Work } from './work.tsx'
import { readLowSpace } from '#shop/upkeep/clean-up.api.ts'
import { Note } from '#ui/display/note.tsx'

const MINUTE_MS = 60_000

interface Stat {
  label: string
  to: string
  figure: (stats: DashboardStats) => string
  remark?: (stats: DashboardStats) => string | null
}

const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join('. ')

const figures: Stat[] = [
  {
    label: 'Total Singers',
    to: paths.adminSingers,
    figure: (stats) => count(stats.totalSingers),
    remark: (stats) => weekText(stats, 'singers'),
  },
  {
    label: 'Total Events',
    to: withQuery(paths.adminEvents, { when: 'all' }),
    figure: (stats) => count(stats.totalEvents),
    remark: (stats) => weekText(stats, 'events'),
  },
  {
    label: 'Upcoming Events',
    to: paths.adminEvents,
    figure: (stats) => count(stats.upcomingEvents),
    remark: (stats) => stats.nextEventAt && `next ${formatDayShort(stats.nextEventAt)}`,
  },
  {
    label: 'Tickets Sold',
    to: withQuery(paths.adminTickets, { sort: '-tickets_sold' }),
    figure: (stats) => count(stats.ticketsSold),
    remark: (stats) =>
      joined(
        weekText(stats, 'tickets'),
        stats.complimentaryTickets > 0 && `${count(stats.complimentaryTickets)} complimentary`,
        stats.freeTickets > 0 && `${count(stats.freeTickets)} free`,
      ),
  },
  {
    label: 'Revenue',
    to: withQuery(paths.adminPayments, { status: 'approved' }),
    figure: (stats) => rupees(stats.revenue),
    remark: (stats) => joined('approved payments', weekText(stats, 'revenue', rupees), netText(stats)),
  },
  {
    label: 'Recent Bookings',
    to: withQuery(paths.adminBookings, { status: 'recent' }),
    figure: (stats) => count(stats.recentBookings),
    remark: ({ weeks: [, before] }) => `last 24 hours${before ? `, ${count(before.bookings)} a week ago` : ''}`,
  },
  {
    label: 'Average Tickets per Event',
    to: withQuery(paths.adminEvents, { when: 'all', sort: '-tickets_sold' }),
    figure: (stats) => count(stats.averageTicketsPerEvent),
  },
  {
    label: 'Completed Events',
    to: withQuery(paths.adminEvents, { when: 'past' }),
    figure: (stats) => count(stats.completedEvents),
    remark: (stats) => weekText(stats, 'completed'),
  },
]

/** Shows a dash for a figure that cannot be read, and logs why. */
export function DashboardRoute() {
  usePageTitle('Dashboard', 'admin')
  const { value, failure, reload } = useLoaded('stats', readDashboardStats, {
    onFailure: ({ code, message }) => console.error('Dashboard statistics failed:', code, message),
  })
  const days = useLoaded('days', readDashboardDays, {
    onFailure: ({ code, message }) => console.error('Dashboard days failed:', code, message),
  })
  const now = useNow(MINUTE_MS)
  const admin = useMay()()

  return (
    <>
      <PageHead title="Dashboard Overview">
        {failure ? (
          <Button kind="line" small onClick={reload}>
            Try Again
          </Button>
        ) : null}
      </PageHead>
      <UnknownCredits />
      {admin ? <LowSpace /> : null}
      <DayLimit />
      <RegistrationWarning />
      {admin ? <BeforeFirstSale concerts={value?.totalEvents ?? null} /> : null}
      <Work stats={value ?? null} days={days.value ?? null} now={now} />
      <FallsDue />
      <FigureTiles
        className="mt-10"
        busy={!value && !failure}
        figures={figures.map(({ label, to, figure, remark }) => ({
          label,
          to,
          value: value ? figure(value) : failure ? '–' : undefined,
          remark: value && remark?.(value),
        }))}
      />
      <LastDays days={days} />
    </>
  )
}

/** Lists what is left of the checklist, until all is done or the shop has sold. `concerts`: how many it has; null until read. */
function BeforeFirstSale({ concerts }: { concerts: number | null }) {
  const { value } = useLoaded('checklist', readSaleChecklist)
  if (!value || value.sold) return null
  const left = value.items.filter((item) => !item.done)
  if (left.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="before-first-sale">
      <h2 id="before-first-sale" className="section-head head-4">
        Before the first sale
      </h2>
      <ul className="grid gap-x-10 desk:grid-cols-2">
        {left.map(({ name }) => (
          <li key={name} className="border-b border-rule">
            <Link
              className="link flex min-h-11 items-center pt-0.5"
              to={name === 'concert' && concerts === 0 ? paths.adminNewConcert : checklistWords[name].to}
            >
              {checklistWords[name].title}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-2 text-muted">
        <span className="tabular-nums">
          {value.items.length - left.length} of {value.items.length} done.
        </span>{' '}
        <TextLink to={paths.adminChecklist}>See what each asks for</TextLink>
      </p>
    </section>
  )
}

/** Warns before the disk is so full that screenshots are refused. Shows nothing on a hosted shop. */
function LowSpace() {
  const { value } = useLoaded('low-space', readLowSpace)
  if (!value) return null
  return (
    <Note kind="warn" className="mt-4" role="status">
      <b className="font-strong">The server’s disk is nearly full.</b> {count(value.freeMb)} MB are left. Below{' '}
      {count(value.leastMb)} MB screenshots are refused, and payments wait on customers’ phones.
    </Note>
  )
}
