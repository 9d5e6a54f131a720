import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { readEventRow, updateEvent, type EventDraft, type EventListRow } from '#backend/events-admin-api.ts'
import { formatDay, formatDayTime, formatTime } from '#domain/ist.ts'
import { count } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { StateMark } from '#ui/state-mark.tsx'
import { Cell } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { useNow } from '#ui/use-now.ts'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { focusFormOpener, RowActions, type RowAction } from '../row-actions.tsx'
import { whyFailed } from '../why-failed.ts'
import { CancelEventDialog, DeleteEventDialog, MoveEventDialog } from './event-dialogs.tsx'
import { typedOf } from './event-draft.ts'
import { EventForm } from './event-form.tsx'

const MINUTE_MS = 60_000

type Open = 'edit' | 'move' | 'cancel' | 'delete' | 'history' | null

/** One event: what it is and stands at, with the ways to change it. Editing opens in the row's place. */
export function EventRow({
  event,
  singers,
  cities,
  onChanged,
}: {
  event: EventListRow
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  onChanged: () => Promise<unknown>
}) {
  const [open, setOpen] = useState<Open>(null)
  const row = useRef<HTMLTableRowElement>(null)
  const over = Date.parse(event.date) < useNow(MINUTE_MS)
  const name = `${event.singerName}, ${event.city}, ${formatDay(event.date)}`
  const close = () => setOpen(null)

  if (open === 'edit')
    return (
      <tr>
        <Cell colSpan={6} className="py-4!">
          <EditEvent
            event={event}
            singers={singers}
            cities={cities}
            onDone={async (changed) => {
              if (changed) await onChanged()
              close()
              focusFormOpener(row)
            }}
          />
        </Cell>
      </tr>
    )

  const running = event.status === 'scheduled' && !over
  const actions: RowAction[] = [
    { label: 'Edit', onChoose: () => setOpen('edit'), opensForm: true },
    ...(running
      ? [
          { label: 'Move', onChoose: () => setOpen('move') },
          { label: 'Cancel', onChoose: () => setOpen('cancel') },
        ]
      : []),
    { label: 'History', onChoose: () => setOpen('history') },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
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
        <Link
          className="link block text-1 text-muted"
          to={paths.adminEventGate(event.id)}
          aria-label={`At the gate: ${name}`}
        >
          At the gate
        </Link>
        <span className="block text-1 text-muted desk:hidden">
          {event.city} · {event.venue}
        </span>
        <span className="block text-1 text-muted desk:hidden">
          {count(event.ticketsSold)} of {count(event.totalTickets)} sold
        </span>
        <span className="my-1 block desk:hidden">
          <EventState event={event} over={over} />
        </span>
        <RowActions actions={actions} name={name} className="desk:hidden" />
      </Cell>
      <Cell deskOnly>
        {event.city}
        <span className="block text-1 text-muted">{event.venue}</span>
      </Cell>
      <Cell deskOnly>
        <EventState event={event} over={over} />
      </Cell>
      <Cell number deskOnly>
        {count(event.ticketsSold)} of {count(event.totalTickets)}
      </Cell>
      <Cell number className="max-desk:p-0!">
        <RowActions actions={actions} name={name} className="justify-end max-desk:hidden" />
        {/* Not set like the figures around them. */}
        <div className="text-left whitespace-normal">
          {open === 'history' ? (
            <HistoryDialog
              name={name}
              of={[
                { noun: 'events', ids: [event.id] },
                { noun: 'event_keys', ids: [event.id] },
              ]}
              onClose={close}
            />
          ) : null}
          <MoveEventDialog event={event} open={open === 'move'} onClose={close} onDone={onChanged} />
          <CancelEventDialog event={event} open={open === 'cancel'} onClose={close} onDone={onChanged} />
          <DeleteEventDialog
            event={event}
            open={open === 'delete'}
            onClose={close}
            onDone={onChanged}
            onCancelInstead={() => setOpen('cancel')}
          />
        </div>
      </Cell>
    </tr>
  )
}

function EventState({ event, over }: { event: EventListRow; over: boolean }) {
  return (
    <>
      {event.status === 'cancelled' ? (
        <StateMark kind="bad">Cancelled</StateMark>
      ) : over ? (
        <StateMark kind="off">Over</StateMark>
      ) : event.categories === 0 ? (
        <StateMark kind="warn">No tickets yet</StateMark>
      ) : event.ticketsSold >= event.totalTickets ? (
        <StateMark kind="off">Sold out</StateMark>
      ) : (
        <StateMark kind="ok">On sale</StateMark>
      )}
      {event.cancelledReason ? <span className="block text-1 text-muted">{event.cancelledReason}</span> : null}
    </>
  )
}

function EditEvent({
  event,
  singers,
  cities,
  onDone,
}: {
  event: EventListRow
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  onDone: (changed: boolean) => void | Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** What the next save overwrites: the row as it was opened, or as it was found after a conflict. */
  const [seen, setSeen] = useState(event)

  const submit = async (draft: EventDraft) => {
    setBusy(true)
    const result = await updateEvent(event.id, seen.revision, draft)
    if (result.ok) {
      setBusy(false)
      toast.success('Event updated successfully')
      void onDone(true)
      return
    }
    toast.error('Error updating event')
    if (result.failure.code === 'changed_meanwhile') {
      const fresh = await readEventRow(event.id)
      if (fresh.ok) setSeen(fresh.value)
    }
    setBusy(false)
    setProblem(whyFailed(result.failure))
  }

  return (
    <>
      {problem ? (
        <Note kind="bad" className="mb-4 whitespace-normal" role="alert">
          <p>{problem}</p>
          {seen.revision !== event.revision ? (
            <p>
              Now stored: {seen.singerName}, {seen.city}, {seen.venue}, {formatDayTime(seen.date)}
              {seen.genre ? `, ${seen.genre}` : ''}
              {seen.status === 'cancelled' ? ', cancelled' : ''}.
            </p>
          ) : null}
        </Note>
      ) : null}
      <EventForm
        label={`Edit ${event.singerName}, ${event.city}`}
        initial={typedOf(event)}
        singers={singers}
        cities={cities}
        submitLabel="Save"
        busyLabel="Saving..."
        busy={busy}
        onSubmit={submit}
        onCancel={() => onDone(false)}
      />
    </>
  )
}
