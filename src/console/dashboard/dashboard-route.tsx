import { Link } from 'react-router-dom'
import { readDashboardStats, type DashboardStats } from '#shop/dashboard/dashboard.api.ts'
import { formatDayShort } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago, count, rupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { UnknownCredits } from '../bank/proofs/unknown-credits.tsx'
import { RegistrationWarning } from '../books/year-turnover.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { DayLimit, netText } from './net-and-limit.tsx'
import { LastDays } from './last-days.tsx'
import { WaitingPayments } from './waiting-payments.tsx'
import { readSaleChecklist } from '#shop/settings/checklist.api.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { readLowSpace } from '#shop/upkeep/clean-up.api.ts'
import { Note } from '#ui/display/note.tsx'
import { TextLink } from '../kit/text-link.tsx'

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
    remark: (stats) => ['approved payments', netText(stats)].filter(Boolean).join('. '),
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
      <RegistrationWarning />
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
              {value ? stat.figure(value) : failure ? '–' : <span className="invisible">0</span>}
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

/** Shows how much of the checklist is done, until all of it is or the shop has sold. */
function BeforeFirstSale() {
  const { value } = useLoaded('checklist', readSaleChecklist)
  if (!value || value.sold) return null
  const done = value.items.filter((item) => item.done).length
  if (done === value.items.length) return null
  return (
    <section className="mt-10" aria-labelledby="before-first-sale">
      <h2 id="before-first-sale" className="section-head head-4">
        Before the first sale
      </h2>
      <p className="mt-2">
        <span className="tabular-nums">
          {done} of {value.items.length} done.
        </span>{' '}
        <TextLink to={paths.adminChecklist}>See what is left</TextLink>
      </p>
    </section>
  )
}

/** What a shop that has sold nothing does first; gone with the first sale, or once all is done. */
function FirstSteps({ stats }: { stats: DashboardStats }) {
  const steps = [
    { text: 'Add a singer', to: paths.adminSingers, done: stats.totalSingers > 0 },
    { text: 'Add a concert', to: paths.adminNewConcert, done: stats.totalEvents > 0 },
    { text: 'Try a purchase', to: paths.events, done: stats.testPayments > 0 },
  ]
  if (stats.ticketsSold > 0 || stats.revenue > 0 || steps.every((step) => step.done)) return null
  return (
    <section className="mt-10" aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-head head-4">
        First steps
      </h2>
      <ul className="rows">
        {steps.map(({ text, to, done }) => (
          <li key={text} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
            <TextLink to={to}>{text}</TextLink>
            <StateMark kind={done ? 'ok' : 'off'}>{done ? 'Done' : 'To do'}</StateMark>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-2 text-muted">
        Try a purchase: choose seats as a customer does, and mark it as a test at the checkout. Nothing is counted, and
        you may approve it yourself.
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
