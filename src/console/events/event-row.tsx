import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDay, formatDayTime, formatTime } from '#platform/time/ist.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { HistoryDialog } from '../history/history-list.tsx'
import type { PageLink } from '../kit/list/list-parts.tsx'
import { ActionsCell, RowActions, useRowForm, type RowAction } from '../kit/list/row-actions.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { EditEvent } from './edit-event.tsx'
import { canChange } from './event-changes.ts'
import { CancelEventDialog, DeleteEventDialog } from './event-dialogs.tsx'
import { MoveEventDialog } from './move-event-dialog.tsx'
import { PublishDialog } from './publishing/publish-dialog.tsx'
import { saleStateOf } from './publishing/publish-checks.ts'
import { usePublishing } from './publishing/use-publishing.ts'

const MINUTE_MS = 60_000

type Open = 'publish' | 'edit' | 'move' | 'cancel' | 'delete' | 'history' | null

export function EventRow({
  event,
  singers,
  cities,
  net,
  onChanged,
}: {
  event: EventListRow
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  /** What refunds leave of its sales, in paise; undefined while that is read, and of what sold nothing. */
  net: number | undefined
  onChanged: () => Promise<unknown>
}) {
  const [open, setOpen] = useState<Open>(null)
  const now = useNow(MINUTE_MS)
  const over = Date.parse(event.date) < now
  const name = `${event.singerName}, ${event.city}, ${formatDay(event.date)}`
  const navigate = useNavigate()
  const close = () => setOpen(null)
  const { row, endForm } = useRowForm(close, onChanged)

  const changeable = canChange(event, now)
  const publishing = usePublishing(event, {
    changeable: changeable && !over,
    onPublish: () => setOpen('publish'),
    onChanged,
  })

  if (open === 'edit')
    return (
      <tr>
        <Cell colSpan={6} className="py-4!">
          <EditEvent
            event={event}
            singers={singers}
            cities={cities}
            onMove={changeable ? () => setOpen('move') : null}
            onDone={endForm}
          />
        </Cell>
      </tr>
    )

  const actions: RowAction[] = [
    { label: 'Edit', onChoose: () => setOpen('edit'), opensForm: true },
    { label: 'About', onChoose: () => leaveOrAsk(() => void navigate(paths.adminEventAbout(event.id))) },
    {
      label: 'Duplicate',
      onChoose: () => leaveOrAsk(() => void navigate(withQuery(paths.adminNewConcert, { from: event.id }))),
    },
    ...publishing,
    ...(changeable && event.publishedAt !== null
      ? [
          { label: 'Move', onChoose: () => setOpen('move') },
          { label: 'Cancel', onChoose: () => setOpen('cancel') },
        ]
      : []),
    { label: 'History', onChoose: () => setOpen('history') },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]

  const dialog = { event, now, onClose: close, onDone: onChanged }
  const links: readonly PageLink[] = [
    ['At the gate', paths.adminEventGate(event.id)],
    ['Edit all', paths.adminEditConcert(event.id)],
    ['Seats', paths.adminEventSeats(event.id)],
    ['Guest list', paths.adminEventGuests(event.id)],
    ['Queue', paths.adminEventQueue(event.id)],
    ['Settlement', paths.adminEventSettlement(event.id)],
    ['Write to buyers', withQuery(paths.adminAnnouncements, { event: event.id })],
  ]

  return (
    <tr ref={row}>
      <Cell className="whitespace-nowrap">
        {formatDay(event.date)}
        <span className="block text-1 text-muted">{formatTime(event.date)}</span>
        {event.previousDate ? (
          <span className="block text-1 text-warn">moved from {formatDayTime(event.previousDate)}</span>
        ) : null}
      </Cell>
      <Cell>
        <Link className="link font-strong" to={withQuery(paths.adminTickets, { event: event.id })}>
          {event.singerName}
        </Link>
        {event.genre ? <span className="block text-1 text-muted">{event.genre}</span> : null}
        <span className="flex flex-wrap gap-x-3 text-1 text-muted">
          {links.map(([words, to]) => (
            <Link key={words} className="link" to={to} aria-label={`${words}: ${name}`}>
              {words}
            </Link>
          ))}
        </span>
        <span className="block text-1 text-muted desk:hidden">
          {event.city} · {event.venue}
        </span>
        <span className="block text-1 text-muted desk:hidden">
          {count(event.ticketsSold)} of {count(event.totalTickets)} sold
          {event.ticketsGiven > 0 ? `, ${count(event.ticketsGiven)} of them free` : null}
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
          <span className="block text-1 text-muted">{count(event.ticketsGiven)} of them free</span>
        ) : null}
        {net === undefined ? null : <span className="block text-1 text-muted">{exactRupees(net)} net</span>}
      </Cell>
      <ActionsCell actions={actions} name={name}>
        {open === 'history' ? (
          <HistoryDialog
            name={name}
            of={[
              { noun: 'events', ids: [event.id] },
              { noun: 'event_keys', ids: [event.id] },
              { noun: 'event_queues', ids: [event.id] },
            ]}
            onClose={close}
          />
        ) : null}
        {open === 'publish' ? <PublishDialog {...dialog} /> : null}
        {open === 'move' ? <MoveEventDialog {...dialog} /> : null}
        {open === 'cancel' ? <CancelEventDialog {...dialog} /> : null}
        {open === 'delete' ? <DeleteEventDialog {...dialog} onCancelInstead={() => setOpen('cancel')} /> : null}
      </ActionsCell>
    </tr>
  )
}

const stateMarks = {
  cancelled: { kind: 'bad', text: 'Cancelled' },
  draft: { kind: 'info', text: 'Draft' },
  over: { kind: 'off', text: 'Over' },
  'no-categories': { kind: 'warn', text: 'No tickets yet' },
  'sold-out': { kind: 'off', text: 'Sold out' },
  ended: { kind: 'off', text: 'Sale ended' },
  paused: { kind: 'warn', text: 'Paused' },
  before: { kind: 'info', text: 'Sale from' },
  'on-sale': { kind: 'ok', text: 'On sale' },
} as const

function EventState({ event, now }: { event: EventListRow; now: number }) {
  const state = saleStateOf(event, now)
  const { kind, text } = stateMarks[state.kind]
  return (
    <>
      <StateMark kind={kind} tag={state.kind === 'draft'}>
        {text}
        {state.kind === 'before' ? ` ${formatDayTime(state.at)}` : null}
      </StateMark>
      {event.cancelledReason ? <span className="block text-1 text-muted">{event.cancelledReason}</span> : null}
    </>
  )
}
