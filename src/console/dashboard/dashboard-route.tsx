import { Link } from 'react-router-dom'
import { readDashboardStats, type DashboardStats } from '#shop/dashboard/dashboard.api.ts'
import { formatDayShort } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago, count, rupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { UnknownCredits } from '../bank/proofs/unknown-credits.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { BeforeFirstSale } from './before-first-sale.tsx'
import { DayLimit } from './day-limit.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LowSpace } from './low-space.tsx'
import { LastDays } from './last-days.tsx'
import { WaitingPayments } from './waiting-payments.tsx'

const MINUTE_MS = 60_000

interface Stat {
  label: string
  to: string
  figure: (stats: DashboardStats) => string
  remark?: (stats: DashboardStats, now: number) => string | null
}

const figures: Stat[] = [
  { label: 'Total Singers', to: paths.adminSingers, figure: (stats) => count(stats.totalSingers) },
  {
    label: 'Total Events',
    to: withQuery(paths.adminEvents, { when: 'all' }),
    figure: (stats) => count(stats.totalEvents),
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
    remark: ({ complimentaryTickets, freeTickets }) =>
      [
        complimentaryTickets > 0 ? `${count(complimentaryTickets)} complimentary` : null,
        freeTickets > 0 ? `${count(freeTickets)} free` : null,
      ]
        .filter(Boolean)
        .join(', ') || null,
  },
  {
    label: 'Revenue',
    to: withQuery(paths.adminPayments, { status: 'approved' }),
    figure: (stats) => rupees(stats.revenue),
    remark: () => 'approved payments',
  },
  {
    label: 'Recent Bookings',
    to: withQuery(paths.adminBookings, { status: 'recent' }),
    figure: (stats) => count(stats.recentBookings),
    remark: () => 'last 24 hours',
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
  },
]

/** Shows a dash for a figure that cannot be read, and logs why. */
export function DashboardRoute() {
  usePageTitle('Dashboard', 'admin')
  const { value, failure, reload } = useLoaded('stats', readDashboardStats, {
    onFailure: ({ code, message }) => console.error('Dashboard statistics failed:', code, message),
  })
  const now = useNow(MINUTE_MS)

  return (
    <>
      <PageHead title="Dashboard Overview">
        <Link className="link text-2" to={paths.adminHistory}>
          History
        </Link>
        {failure ? (
          <Button kind="line" small onClick={reload}>
            Try Again
          </Button>
        ) : null}
      </PageHead>
      <UnknownCredits />
      <LowSpace />
      <DayLimit />
      <dl
        aria-busy={!value && !failure}
        className="mt-4 grid grid-cols-2 border-t-2 border-rule-strong desk:grid-cols-4"
      >
        {figures.map((stat, index) => (
          <div
            key={stat.label}
            className={[
              'relative flex flex-col border-b border-rule py-3 pr-3 desk:px-4 desk:py-3.5',
              index % 2 === 1 ? 'border-l pl-4' : '',
              index % 4 === 0 ? 'desk:pl-0' : 'desk:border-l',
            ].join(' ')}
          >
            <dt className="order-1 text-2 leading-5">
              <Link to={stat.to} className="after:absolute after:inset-0 hover:underline">
                {stat.label}
              </Link>
            </dt>
            <dd className="figure text-5 leading-9 tracking-[-0.01em] desk:text-[2.5rem] desk:leading-11">
              {value ? safely(() => stat.figure(value)) : failure ? '–' : <span className="invisible">0</span>}
            </dd>
            {stat.remark && value ? <dd className="order-2 text-1 text-muted">{stat.remark(value, now)}</dd> : null}
          </div>
        ))}
      </dl>
      <BeforeFirstSale />
      {value ? <FirstSteps stats={value} /> : null}
      <WaitingPayments
        total={value?.pendingPayments ?? null}
        oldest={value?.oldestPendingAt ? ago(Date.parse(value.oldestPendingAt), now) : null}
        now={now}
      />
      <LastDays />
    </>
  )
}

/** Returns a dash for NaN: a figure that the server did not send. */
function safely(figure: () => string): string {
  const text = figure()
  return text.includes('NaN') ? '–' : text
}
