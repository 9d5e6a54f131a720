import { Link } from 'react-router-dom'
import type { DashboardDays, DashboardEvent } from '#shop/dashboard/dashboard.api.ts'
import { formatDayShort, formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { count, rupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import type { Loaded } from '../kit/use-loaded.ts'
import { TextLink } from '../kit/text-link.tsx'
import { Plot } from '../kit/plot/plot.tsx'

export function LastDays({ days: { value, failure, reload } }: { days: Loaded<DashboardDays> }) {
  return (
    <>
      <section className="mt-10" aria-busy={!value && !failure}>
        <div className="section-head">
          <h2 className="head-4">Last 30 days</h2>
          {failure ? (
            <Button kind="line" small onClick={reload}>
              Try Again
            </Button>
          ) : null}
        </div>
        {value && value.days.every((one) => one.revenue === 0 && one.tickets === 0) ? (
          <p className="mt-3 text-muted">
            Nothing was sold. <TextLink to={paths.adminEvents}>Open a concert</TextLink> to share it, or{' '}
            <TextLink to={paths.adminNewConcert}>add one</TextLink>.
          </p>
        ) : value ? (
          <div className="mt-3 grid gap-8 desk:grid-cols-2">
            <DayPlot
              title="Revenue per day"
              days={value.days.map((one) => ({ day: one.day, value: one.revenue / 100 }))}
              word={(value) => rupees(Math.round(value * 100))}
            />
            <DayPlot
              title="Tickets per day"
              days={value.days.map((one) => ({ day: one.day, value: one.tickets }))}
              word={count}
            />
          </div>
        ) : failure ? (
          <p>–</p>
        ) : null}
      </section>
      {value && value.events.length > 0 ? (
        <section className="mt-10">
          <div className="section-head">
            <h2 className="head-4">How full the next events are</h2>
            <Link className="link text-2" to={paths.adminEvents}>
              All events
            </Link>
          </div>
          <ul>
            {value.events.map((event) => (
              <Fill key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function DayPlot({
  title,
  days,
  word,
}: {
  title: string
  days: readonly { day: string; value: number }[]
  word: (value: number) => string
}) {
  const at = days.map(({ day }) => formatDayShort(day))
  return (
    <Plot
      title={title}
      aside={`${word(days.reduce((total, one) => total + one.value, 0))} in all`}
      at={at}
      ends={[at[0] ?? '', 'Today']}
      series={[{ name: title, values: days.map(({ value }) => value) }]}
      word={word}
    />
  )
}

function Fill({ event }: { event: DashboardEvent }) {
  const share = event.totalTickets === 0 ? 0 : Math.min(1, event.ticketsSold / event.totalTickets)
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule pt-2.5 pb-2 desk:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto] desk:items-center">
      <span className="min-w-0">
        <Link className="link block truncate font-strong" to={paths.adminEvent(event.id)}>
          {event.name}
        </Link>
        <span className="block text-1 text-muted">{formatDayTime(event.date)}</span>
      </span>
      <span aria-hidden="true" className="h-2 bg-sunk">
        <span className="block h-2 bg-ink" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-2 tabular-nums desk:min-w-[190px] desk:text-right">
        {count(event.ticketsSold)} of {count(event.totalTickets)} sold, {Math.floor(share * 100)}%
        {event.ticketsGiven > 0 ? <span className="block">{count(event.ticketsGiven)} of them at ₹0</span> : null}
      </span>
    </li>
  )
}
