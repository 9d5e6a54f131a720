import { useState } from 'react'
import { moveEvent, readSameEvent, type EventListRow, type EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { moveWords } from './event-changes.ts'
import { Began, nameOf, Refused, soldWords, useEventChange, type EventDialogProps } from './event-dialogs.tsx'
import { changedPlace, instantOf } from './event-draft.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'
import { SameEventQuestion } from './same-event.tsx'

export function MoveEventDialog(props: EventDialogProps) {
  const { event, now, open } = props
  const [day, setDay] = useState(dayKey(event.date))
  const [time, setTime] = useState(timeKey(event.date))
  const [city, setCity] = useState(event.city)
  const [venue, setVenue] = useState(event.venue)
  const [problem, setProblem] = useState<string>()
  const [checking, setChecking] = useState(false)
  const [asked, setAsked] = useState<{ changes: EventMove; twin: EventListRow } | null>(null)
  const [unnamed, setUnnamed] = useState<'city' | 'venue' | null>(null)
  const { busy, failure, close, run } = useEventChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const date = instantOf(day, time)
  const changes = changedPlace(event, {
    date: date ?? event.date,
    city: canonicalCity(city),
    venue: venue.trim(),
  })
  const ask = useAskingClose(open && Object.keys(changes).length > 0, close)
  const confirm = async () => {
    if (!date) return setProblem('Choose a date and a time.')
    // oxlint-disable-next-line purity -- runs on a press
    if (Date.parse(date) <= Date.now()) return setProblem('Choose a time in the future.')
    const missing = city.trim() === '' ? 'city' : venue.trim() === '' ? 'venue' : null
    setUnnamed(missing)
    if (missing) return
    if (Object.keys(changes).length === 0) return setProblem('Date, time and place are unchanged.')
    setProblem(undefined)
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
        <TextField
          label="New city"
          value={city}
          error={unnamed === 'city' ? 'Enter a city.' : undefined}
          autoComplete="off"
          maxLength={80}
          onChange={(change) => setCity(change.target.value)}
        />
        <TextField
          label="New venue"
          value={venue}
          error={unnamed === 'venue' ? 'Enter a venue.' : undefined}
          autoComplete="off"
          maxLength={160}
          onChange={(change) => setVenue(change.target.value)}
        />
        <Refused failure={failure} />
      </div>
    </ConfirmDialog>
  )
}
