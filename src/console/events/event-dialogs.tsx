import { cancelEvent, deleteEvent, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { beganWords, canChange } from './event-changes.ts'
import { counted } from '../kit/words/counted.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'

export interface EventDialogProps {
  event: EventListRow
  /** In ms. */
  now: number
  onClose: () => void
  onDone: () => Promise<unknown>
}

export const eventUpdated = { done: 'Event updated successfully', failed: 'Error updating event' }

export const nameOf = (event: EventListRow): string =>
  `${event.singerName}, ${event.city}, ${event.venue}, ${formatDayTime(event.date)}`

export const soldWords = ({ ticketsSold }: EventListRow): string =>
  ticketsSold > 1 ? `The ${counted(ticketsSold, 'ticket')} that are sold` : 'Tickets'

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
  onClose,
  onDone,
  onCancelInstead,
}: EventDialogProps & { onCancelInstead: () => void }) {
  return (
    <DeleteDialog
      noun="event"
      remove={() => deleteEvent(event.id)}
      instead={(failure) =>
        failure.code === 'in_use' && canChange(event, now) ? (
          <Button
            kind="line"
            small
            className="mt-2"
            onClick={() => {
              onClose()
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

export function CancelEventDialog({ event, now, onClose, onDone }: EventDialogProps) {
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) =>
      problemsIn({ reason: reason.trim() === '' && 'Write a reason: customers read it.' }) ?? { reason: reason.trim() },
    save: ({ reason }) => cancelEvent(event.id, reason),
    onSaved: () => {
      onClose()
      void onDone()
    },
    isUnsaved: ({ reason }) => reason.trim() !== '',
    onClose,
    ...eventUpdated,
  })
  return (
    <FormDialog
      form={form}
      question="Cancel this event?"
      confirmLabel="Cancel the event"
      cancelLabel="Keep the event"
      kind="no"
      saving="Cancelling..."
      onClose={onClose}
    >
      <p>{nameOf(event)}</p>
      <Began event={event} now={now} />
      <p className="mt-2 mb-4 text-muted">
        Sales stop and held seats are freed. {soldWords(event)} stay with their owners, marked as cancelled, and the
        gate lets no one in. The refunds you owe are then listed under Bookings, Refunds. This cannot be undone.
      </p>
      <TextField {...form.field('reason')} label="Reason" maxLength={300} />
    </FormDialog>
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

/** Asks before an event is stored that another one equals, or whose date, `past`, is over. */
export function SameEventQuestion({
  twin,
  past = null,
  ...dialog
}: Pick<ConfirmDialogProps, 'confirmLabel' | 'busy' | 'busyLabel' | 'onConfirm' | 'onCancel'> & {
  twin: EventListRow | null
  past?: string | null
}) {
  const question = twin ? 'Have the same event twice?' : 'Add an event in the past?'
  return (
    <ConfirmDialog {...dialog} open={twin !== null || past !== null} question={question} kind="solid">
      {twin ? <SameEventText twin={twin} /> : null}
      {past ? <p>{formatDayTime(past)} is in the past, so its tickets cannot be bought.</p> : null}
    </ConfirmDialog>
  )
}
