import { useState } from 'react'
import { cancelEvent, deleteEvent, moveEvent, type EventListRow } from '#backend/events-admin-api.ts'
import type { Failure, Result } from '#domain/failure.ts'
import { dayKey, formatDayTime, timeKey } from '#domain/ist.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { whyFailed } from '../why-failed.ts'
import { instantOf } from './event-draft.ts'

interface EventDialogProps {
  event: EventListRow
  open: boolean
  onClose: () => void
  /** Asks the list to read again. */
  onDone: () => Promise<unknown>
}

const nameOf = (event: EventListRow): string =>
  `${event.singerName}, ${event.city}, ${event.venue}, ${formatDayTime(event.date)}`

const soldWords = ({ ticketsSold }: EventListRow): string =>
  ticketsSold > 1 ? `The ${count(ticketsSold)} tickets that are sold` : 'Tickets'

/** Runs one change of an event and keeps its failure in view until the dialog closes. */
function useChange(messages: { done: string; failed: string }, { onClose, onDone }: EventDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const run = async (change: () => Promise<Result<null>>) => {
    if (busy) return
    setBusy(true)
    const result = await change()
    setBusy(false)
    if (!result.ok) {
      toast.error(messages.failed)
      setFailure(result.failure)
      return
    }
    toast.success(messages.done)
    close()
    void onDone()
  }
  return { busy, failure, close, run }
}

function Refused({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Note kind="bad" className="mt-4" role="alert">
      {whyFailed(failure)}
    </Note>
  )
}

/** 'Are you sure you want to delete this event?' What has to stay can be cancelled instead. */
export function DeleteEventDialog({
  event,
  open,
  onClose,
  onDone,
  onCancelInstead,
}: EventDialogProps & { onCancelInstead: () => void }) {
  return (
    <DeleteDialog
      noun="event"
      open={open}
      remove={() => deleteEvent(event.id)}
      instead={(failure, close) =>
        failure.code === 'in_use' && event.status === 'scheduled' && Date.parse(event.date) > Date.now() ? (
          <Button
            kind="line"
            small
            className="mt-2"
            onClick={() => {
              close()
              onCancelInstead()
            }}
          >
            Cancel the event instead
          </Button>
        ) : null
      }
      onClose={onClose}
      onDeleted={onDone}
    >
      <p>{nameOf(event)}</p>
      {event.categories > 0 ? (
        <p className="mt-2 text-muted">
          {event.categories === 1 ? 'Its ticket category is' : `Its ${count(event.categories)} ticket categories are`}{' '}
          deleted too.
        </p>
      ) : null}
    </DeleteDialog>
  )
}

/** Cancelling: sales stop, tickets stay visible as cancelled. */
export function CancelEventDialog(props: EventDialogProps) {
  const { event, open } = props
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, close, run } = useChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const confirm = () => {
    if (reason.trim() === '') return setProblem('Write why: customers read it.')
    setProblem(undefined)
    void run(() => cancelEvent(event.id, reason.trim()))
  }
  return (
    <ConfirmDialog
      open={open}
      question="Cancel this event?"
      confirmLabel="Cancel the event"
      cancelLabel="Keep it on"
      busy={busy}
      busyLabel="Cancelling..."
      onConfirm={confirm}
      onCancel={close}
    >
      <div>
        <p>{nameOf(event)}</p>
        <p className="mt-2 mb-4 text-muted">
          Sales stop and held seats are freed. {soldWords(event)} stay with their owners, marked as cancelled, and the
          gate lets nobody in. What you owe to whom is then listed under Bookings, Refunds. This cannot be undone.
        </p>
        <TextField
          label="Reason"
          value={reason}
          error={problem}
          maxLength={300}
          autoComplete="off"
          onChange={(change) => setReason(change.target.value)}
        />
        <Refused failure={failure} />
      </div>
    </ConfirmDialog>
  )
}

/** Moving to another time: tickets stay valid and say when it was to be. */
export function MoveEventDialog(props: EventDialogProps) {
  const { event, open } = props
  const [day, setDay] = useState(dayKey(event.date))
  const [time, setTime] = useState(timeKey(event.date))
  const [problem, setProblem] = useState<string>()
  const { busy, failure, close, run } = useChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const confirm = () => {
    const date = instantOf(day, time)
    if (!date) return setProblem('Choose a date and a time.')
    if (Date.parse(date) === Date.parse(event.date)) return setProblem('This is when it is now.')
    if (Date.parse(date) <= Date.now()) return setProblem('Choose a time that is still to come.')
    setProblem(undefined)
    void run(() => moveEvent(event.id, date))
  }
  return (
    <ConfirmDialog
      open={open}
      question="Move this event"
      confirmLabel="Move the event"
      cancelLabel="Leave it"
      kind="solid"
      busy={busy}
      busyLabel="Moving..."
      onConfirm={confirm}
      onCancel={close}
    >
      <div className="grid gap-4">
        <div>
          <p>{nameOf(event)}</p>
          <p className="mt-2 text-muted">
            {soldWords(event)} stay valid. Customers see the new time beside the old one, and can ask for their money
            back for 7 days.
          </p>
        </div>
        <TextField
          label="New date"
          type="date"
          value={day}
          error={problem}
          onChange={(change) => setDay(change.target.value)}
        />
        <TextField
          label="New time"
          type="time"
          hint="India time (IST)"
          value={time}
          onChange={(change) => setTime(change.target.value)}
        />
        <Refused failure={failure} />
      </div>
    </ConfirmDialog>
  )
}
