import { FailureNote } from '../kit/form/form-frame.tsx'
import { useState } from 'react'
import { cancelEvent, deleteEvent, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import type { Result } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { beganWords, canChange } from './event-changes.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'
import { counted } from '../kit/words/counted.ts'

export interface EventDialogProps {
  event: EventListRow
  /** In ms. */
  now: number
  open: boolean
  onClose: () => void
  onDone: () => Promise<unknown>
}

export const nameOf = (event: EventListRow): string =>
  `${event.singerName}, ${event.city}, ${event.venue}, ${formatDayTime(event.date)}`

export const soldWords = ({ ticketsSold }: EventListRow): string =>
  ticketsSold > 1 ? `The ${counted(ticketsSold, 'ticket')} that are sold` : 'Tickets'

/** Runs one change of an event; its failure stays in view until the dialog closes. */
export function useEventChange(messages: { done: string; failed: string }, { onClose, onDone }: EventDialogProps) {
  const action = useAction((change: () => Promise<Result<null>>) => change(), messages)
  const close = () => {
    action.forget()
    onClose()
  }
  const run = async (change: () => Promise<Result<null>>) => {
    const result = await action.run(change)
    if (!result?.ok) return
    close()
    void onDone()
  }
  return { busy: action.busy, failure: action.failure, close, run }
}

export function Began({ event, now }: Pick<EventDialogProps, 'event' | 'now'>) {
  const words = beganWords(event.date, now)
  return words ? (
    <Note kind="warn" className="mt-2">
      {words}
    </Note>
  ) : null
}

export function DeleteEventDialog({
  event,
  now,
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
        failure.code === 'in_use' && canChange(event, now) ? (
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
          {event.categories === 1
            ? 'Its ticket category is'
            : `Its ${counted(event.categories, 'ticket category', 'ticket categories')} are`}{' '}
          deleted too.
        </p>
      ) : null}
    </DeleteDialog>
  )
}

export function CancelEventDialog(props: EventDialogProps) {
  const { event, now, open } = props
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, close, run } = useEventChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const ask = useAskingClose(open && reason.trim() !== '', close)
  const confirm = () => {
    if (reason.trim() === '') return setProblem('Write a reason: customers read it.')
    setProblem(undefined)
    void run(() => cancelEvent(event.id, reason.trim()))
  }
  return (
    <ConfirmDialog
      open={open}
      question="Cancel this event?"
      confirmLabel="Cancel the event"
      cancelLabel="Keep the event"
      busy={busy}
      busyLabel="Cancelling..."
      onConfirm={confirm}
      onCancel={close}
      onClose={ask}
    >
      <div>
        <p>{nameOf(event)}</p>
        <Began event={event} now={now} />
        <p className="mt-2 mb-4 text-muted">
          Sales stop and held seats are freed. {soldWords(event)} stay with their owners, marked as cancelled, and the
          gate lets no one in. The refunds you owe are then listed under Bookings, Refunds. This cannot be undone.
        </p>
        <TextField
          label="Reason"
          value={reason}
          error={problem}
          maxLength={300}
          autoComplete="off"
          onChange={(change) => setReason(change.target.value)}
        />
        <FailureNote failure={failure} className="mt-4" />
      </div>
    </ConfirmDialog>
  )
}

export function SameEventText({ twin }: { twin: EventListRow }) {
  return (
    <p>
      {twin.singerName} is already at {twin.venue}, {twin.city}, {formatDayTime(twin.date)}
      {twin.status === 'cancelled' ? ' (cancelled)' : ''}. Customers would see both.
    </p>
  )
}

export function SameEventQuestion({
  twin,
  confirmLabel,
  busy,
  busyLabel,
  onConfirm,
  onCancel,
}: {
  twin: EventListRow | null
  confirmLabel: string
  busy: boolean
  busyLabel: string
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <ConfirmDialog
      open={twin !== null}
      question="Have the same event twice?"
      confirmLabel={confirmLabel}
      kind="solid"
      busy={busy}
      busyLabel={busyLabel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {twin ? <SameEventText twin={twin} /> : null}
    </ConfirmDialog>
  )
}
