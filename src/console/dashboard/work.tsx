import { Link } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import type { DashboardDays, DashboardStats } from '#shop/dashboard/dashboard.api.ts'
import { formatTime } from '#platform/time/ist.ts'
import { ago, count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { TextLink } from '../kit/text-link.tsx'
import { WaitingPayments } from './waiting-payments.tsx'

/** Shows today's concerts, then what waits for staff. Null: not read yet, or not to be read. */
export function Work({ stats, days, now }: { stats: DashboardStats | null; days: DashboardDays | null; now: number }) {
  const admin = useMay()()
  // Counted on the day of the concert alone.
  const today = days?.events.filter(({ admitted }) => admitted !== null) ?? []
  return (
    <>
      {today.length > 0 ? (
        <section className="mt-6" aria-labelledby="today">
          <h2 id="today" className="section-head head-4">
            Today
          </h2>
          <ul className="rows">
            {today.map(({ id, name, date, admitted, ticketsSold }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
                <span>
                  <Link className="link font-strong" to={paths.adminEvent(id)}>
                    {name}
                  </Link>
                  , {formatTime(date)}
                </span>
                <span className="tabular-nums">
                  {count(admitted ?? 0)} of {count(ticketsSold)} let in.{' '}
                  <TextLink to={paths.adminEventGate(id)}>Arrivals</TextLink>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="mt-6" aria-labelledby="waiting">
        <h2 id="waiting" className="section-head head-4">
          Waiting for you
        </h2>
        <WaitingPayments
          total={stats?.pendingPayments ?? null}
          ages={stats?.pendingAges ?? []}
          oldest={stats?.oldestPendingAt ? ago(Date.parse(stats.oldestPendingAt), now) : null}
          now={now}
        />
        <ul className="mt-3 flex flex-wrap gap-x-10 gap-y-3 text-2">
          <li>
            <TextLink to={paths.adminRefunds}>Refunds owed</TextLink>{' '}
            <b className="font-strong tabular-nums">
              {days ? count(days.refundsOwed) : '–'}
              {days && days.refundsOwed > 0 ? `, ${exactRupees(days.refundsSum)}` : ''}
            </b>
          </li>
          {admin ? (
            <li>
              <TextLink to={withQuery(paths.adminHelp, { tab: 'messages' })}>Unread messages</TextLink>{' '}
              <b className="font-strong tabular-nums">{days ? count(days.unreadMessages) : '–'}</b>
            </li>
          ) : null}
        </ul>
      </section>
    </>
  )
}
