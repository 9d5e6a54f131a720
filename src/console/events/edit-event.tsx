import { useState } from 'react'
import { readEventRow, updateEvent, type EventDraft, type EventListRow } from '#backend/events-admin-api.ts'
import { formatDayTime } from '#domain/ist.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../why-failed.ts'
import { changedPlace, typedOf } from './event-draft.ts'
import { EventForm } from './event-form.tsx'

/** Editing in the row's place. What is sold or held keeps its date and place here: Move changes them. */
export function EditEvent({
  event,
  singers,
  cities,
  onMove,
  onDone,
}: {
  event: EventListRow
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  /** Opens Move instead; null when the event cannot move. */
  onMove: (() => void) | null
  onDone: (changed: boolean) => void | Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** What the next save overwrites: the row as it was opened, or as it was found after a conflict. */
  const [seen, setSeen] = useState(event)

  const [moveOnly, setMoveOnly] = useState(event.ticketsSold > 0)

  const kept = keptWhy(event, moveOnly, onMove)

  const submit = async (draft: EventDraft) => {
    setBusy(true)
    const result = await updateEvent(event.id, seen.revision, {
      singerId: draft.singerId,
      genre: draft.genre,
      ...(kept ? {} : changedPlace(seen, draft)),
    })
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
    if (result.failure.code === 'move_only') setMoveOnly(true)
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
        kept={kept}
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

/** Why date and place cannot be edited, with the way to Move; null when they can. */
function keptWhy(event: EventListRow, moveOnly: boolean, onMove: (() => void) | null) {
  if (event.status === 'cancelled') return <p>A cancelled event keeps its date and place.</p>
  if (!moveOnly) return null
  return (
    <>
      <p>Tickets are sold or held, so date, city and venue change by Move, which customers are shown.</p>
      {onMove ? (
        <Button kind="line" small className="mt-2" onClick={onMove}>
          Move instead
        </Button>
      ) : null}
    </>
  )
}
