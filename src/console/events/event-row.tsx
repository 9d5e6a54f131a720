import { Link } from 'react-router-dom'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDay, formatDayTime, formatTime } from '#platform/time/ist.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { shortNameOf, useConcertActions } from '../concert/concert-actions.tsx'
import { ActionsCell, RowActions } from '../kit/list/row-actions.tsx'
import { EventState } from './publishing/event-state.tsx'

export function EventRow({
  event,
  net,
  onChanged,
}: {
  event: EventListRow
  /** What refunds leave of its sales, in paise; undefined while that is read, and of what sold nothing. */
  net: number | undefined
  onChanged: () => Promise<unknown>
}) {
  const { actions, dialogs, now } = useConcertActions(event, { onChanged })
  const name = shortNameOf(event)

  return (
    <tr>
      <Cell className="whitespace-nowrap">
        {formatDay(event.date)}
        <span className="block text-1 text-muted">{formatTime(event.date)}</span>
        {event.previousDate ? (
          <span className="block text-1 text-warn">moved from {formatDayTime(event.previousDate)}</span>
        ) : null}
      </Cell>
      <Cell>
        <Link className="link font-strong" to={paths.adminEvent(event.id)}>
          {event.singerName}
        </Link>
        {event.genre ? <span className="block text-1 text-muted">{event.genre}</span> : null}
        <span className="block text-1 text-muted desk:hidden">
          {event.city} · {event.venue}
        </span>
        <span className="block text-1 text-muted desk:hidden">
          {count(event.ticketsSold)} of {count(event.totalTickets)} sold
          {event.ticketsGiven > 0 ? `, ${count(event.ticketsGiven)} of them at ₹0` : null}
          {net === undefined ? null : `, ${exactRupees(net)} net`}
        </span>
        <span className="my-1 block desk:hidden">
          <EventState event={event} now={now} />
        </span>
        <RowActions actions={actions} name={name} className="desk:hidden" />
      </Cell>
      <Cell deskOnly>
        {event.city}
        <span className="block text-1 text-muted">{event.venue}</span>
      </Cell>
      <Cell deskOnly>
        <EventState event={event} now={now} />
      </Cell>
      <Cell number deskOnly>
        {count(event.ticketsSold)} of {count(event.totalTickets)}
        {event.ticketsGiven > 0 ? (
          <span className="block text-1 text-muted">{count(event.ticketsGiven)} of them at ₹0</span>
        ) : null}
        {net === undefined ? null : <span className="block text-1 text-muted">{exactRupees(net)} net</span>}
      </Cell>
      <ActionsCell actions={actions} name={name}>
        {dialogs}
      </ActionsCell>
    </tr>
  )
}
