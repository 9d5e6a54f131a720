import { useState } from 'react'
import { moveEvent, readSameEvent, type EventListRow, type EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { TextField } from '#ui/controls/field.tsx'
import { moveWords } from './event-changes.ts'
import { Began, nameOf, SameEventQuestion, soldWords, type EventDialogProps, eventUpdated } from './event-dialogs.tsx'
import { moveProblem, movedTo, typedDate } from './event-draft.ts'
import { factFields, placeFacts } from './event-fields.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { ok } from '#platform/failure/failure.ts'
import { toast } from '#ui/toast.tsx'

export function MoveEventDialog({ event, now, onClose, onDone }: EventDialogProps) {
  const [asked, setAsked] = useState<{ changes: EventMove; twin: EventListRow } | null>(null)
  const form = useForm({
    start: { ...typedDate('', event.date), city: event.city, venue: event.venue },
    read: (typed) => {
      const problems = moveProblem(event, typed, Date.now())
      return problems ? { problems } : { changes: movedTo(event, typed) }
    },
    save: async ({ changes: wanted }) => {
      const same = asked ? null : await readSameEvent(event.id, { ...event, ...wanted })
      if (same?.ok && same.value) {
        setAsked({ changes: wanted, twin: same.value })
        return ok('asked')
      }
      const moved = await moveEvent(event.id, wanted)
      // A refusal is shown in the form.
      setAsked(null)
      return moved
    },
    onSaved: (answer) => {
      if (answer === 'asked') return
      toast.success(eventUpdated.done)
      onClose()
      void onDone()
    },
    onClose,
    failed: eventUpdated.failed,
  })
  const changes = movedTo(event, form.draft)
  if (asked)
    return (
      <SameEventQuestion
        twin={asked.twin}
        confirmLabel="Move it anyway"
        busy={form.busy}
        busyLabel="Moving..."
        onConfirm={() => void form.send(asked)}
        onCancel={() => setAsked(null)}
      />
    )
  return (
    <FormDialog
      form={form}
      question="Move this event"
      confirmLabel="Move the event"
      cancelLabel="Leave it"
      saving="Moving..."
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div>
          <p>{nameOf(event)}</p>
          <Began event={event} now={now} />
          <p className="mt-2 text-muted">
            {soldWords(event)} stay valid. {moveWords(changes, now)}
          </p>
        </div>
        <TextField {...form.field('day')} label="New date" type="date" />
        <TextField {...form.field('time')} label="New time" type="time" hint="India time (IST)" />
        {placeFacts.map((name) => (
          <TextField
            key={name}
            {...form.field(name as 'city' | 'venue')}
            label={`New ${factFields[name].label.toLowerCase()}`}
            maxLength={factFields[name].most}
          />
        ))}
      </div>
    </FormDialog>
  )
}
