import { useState } from 'react'
import { moveEvent } from '#backend/events-admin-api.ts'
import { canonicalCity } from '#domain/cities.ts'
import { dayKey, timeKey } from '#domain/ist.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { nameOf, Refused, soldWords, useChange, type EventDialogProps } from './event-dialogs.tsx'
import { changedPlace, instantOf } from './event-draft.ts'

/** Moving to another time or place: tickets stay valid and say when it was to be. */
export function MoveEventDialog(props: EventDialogProps) {
  const { event, open } = props
  const [day, setDay] = useState(dayKey(event.date))
  const [time, setTime] = useState(timeKey(event.date))
  const [city, setCity] = useState(event.city)
  const [venue, setVenue] = useState(event.venue)
  const [problem, setProblem] = useState<string>()
  const [unnamed, setUnnamed] = useState<'city' | 'venue' | null>(null)
  const { busy, failure, close, run } = useChange(
    { done: 'Event updated successfully', failed: 'Error updating event' },
    props,
  )
  const confirm = () => {
    const date = instantOf(day, time)
    if (!date) return setProblem('Choose a date and a time.')
    if (Date.parse(date) <= Date.now()) return setProblem('Choose a time that is still to come.')
    const missing = city.trim() === '' ? 'city' : venue.trim() === '' ? 'venue' : null
    setUnnamed(missing)
    if (missing) return
    const changes = changedPlace(event, { date, city: canonicalCity(city), venue: venue.trim() })
    if (Object.keys(changes).length === 0) return setProblem('This is when and where it is now.')
    setProblem(undefined)
    void run(() => moveEvent(event.id, changes))
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
