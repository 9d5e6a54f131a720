import { FailureNote } from '../kit/form/form-frame.tsx'
import { useState } from 'react'
import { moveEvent, readSameEvent, type EventListRow, type EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { moveWords } from './event-changes.ts'
import { Began, nameOf, SameEventQuestion, soldWords, useEventChange, type EventDialogProps } from './event-dialogs.tsx'
import { moveProblem, movedTo, typedDate } from './event-draft.ts'
import { factFields, placeFacts, type Problems } from './event-fields.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'

export function MoveEventDialog(props: EventDialogProps) {
  const { event, now, open } = props
  const [typed, setTyped] = useState({ ...typedDate('', event.date), city: event.city, venue: event.venue })
  const [problems, setProblems] = useState<Problems>({})
  const [checking, setChecking] = useState(false)
  const [asked, setAsked] = useState<{ changes: EventMove; twin: EventListRow } | null>(null)
  const { busy, failure, close, run } = useEventChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const changes = movedTo(event, typed)
  const ask = useAskingClose(open && Object.keys(changes).length > 0, close)
  const confirm = async () => {
    // oxlint-disable-next-line purity -- runs on a press
    const problem = moveProblem(event, typed, Date.now())
    setProblems(problem ?? {})
    if (problem) return
    if (checking) return
    setChecking(true)
    const same = await readSameEvent(event.id, { ...event, ...changes })
    setChecking(false)
    if (same.ok && same.value) return setAsked({ changes, twin: same.value })
    await run(() => moveEvent(event.id, changes))
  }
  const moveAnyway = async () => {
    if (asked) await run(() => moveEvent(event.id, asked.changes))
    // A refusal is shown in the form.
    setAsked(null)
  }
  if (asked)
    return (
      <SameEventQuestion
        twin={open ? asked.twin : null}
        confirmLabel="Move it anyway"
        busy={busy}
        busyLabel="Moving..."
        onConfirm={() => void moveAnyway()}
        onCancel={() => setAsked(null)}
      />
    )
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: problems[name],
    onChange: (change: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: change.target.value })),
  })
  return (
    <ConfirmDialog
      open={open}
      question="Move this event"
      confirmLabel="Move the event"
      cancelLabel="Leave it"
      kind="solid"
      busy={busy || checking}
      busyLabel="Moving..."
      onConfirm={() => void confirm()}
      onCancel={close}
      onClose={ask}
    >
      <div className="grid gap-4">
        <div>
          <p>{nameOf(event)}</p>
          <Began event={event} now={now} />
          <p className="mt-2 text-muted">
            {soldWords(event)} stay valid. {moveWords(changes, now)}
          </p>
        </div>
        <TextField {...field('day')} label="New date" type="date" />
        <TextField {...field('time')} label="New time" type="time" hint="India time (IST)" />
        {placeFacts.map((name) => (
          <TextField
            key={name}
            {...field(name as 'city' | 'venue')}
            label={`New ${factFields[name].label.toLowerCase()}`}
            autoComplete="off"
            maxLength={factFields[name].most}
          />
        ))}
        <FailureNote failure={failure} className="mt-4" />
      </div>
    </ConfirmDialog>
  )
}
