import { useRef, useState } from 'react'
import { addEvent, readSameEvent, type EventDraft, type EventListRow } from '#backend/events-admin-api.ts'
import { formatDayTime } from '#domain/ist.ts'
import { newOrderId as newId } from '#domain/order-code.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../why-failed.ts'
import { noEvent } from './event-draft.ts'
import { EventForm } from './event-form.tsx'

/** The form for a new event. One that would stand twice is asked about before it is added. */
export function AddEvent({
  singers,
  cities,
  onAdded,
  onCancel,
}: {
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  onAdded: () => void
  onCancel: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [twin, setTwin] = useState<{ event: EventListRow; draft: EventDraft } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // One id for one form: repeating after a lost answer adds nothing twice.
  const id = useRef(newId())

  const submit = async (draft: EventDraft) => {
    setBusy(true)
    const same = await readSameEvent(draft)
    // An answer that was lost: it is the one that is being added.
    if (same.ok && same.value && same.value.id !== id.current) {
      setBusy(false)
      return setTwin({ event: same.value, draft })
    }
    await add(draft)
  }
  const add = async (draft: EventDraft) => {
    setBusy(true)
    const result = await addEvent(id.current, draft)
    setBusy(false)
    setTwin(null)
    if (!result.ok) {
      toast.error('Error adding event')
      setProblem(whyFailed(result.failure))
      return
    }
    toast.success('Event added successfully')
    onAdded()
  }

  return (
    <section className="mt-4 border-y border-rule py-4">
      {problem ? (
        <Note kind="bad" className="mb-4" role="alert">
          {problem}
        </Note>
      ) : null}
      <EventForm
        label="Add an event"
        initial={noEvent}
        singers={singers}
        cities={cities}
        submitLabel="Add Event"
        busyLabel="Adding..."
        busy={busy}
        onSubmit={submit}
        onCancel={onCancel}
      />
      <ConfirmDialog
        open={twin !== null}
        question="Add the same event a second time?"
        confirmLabel="Add it again"
        kind="solid"
        busy={busy}
        busyLabel="Adding..."
        onConfirm={() => twin && void add(twin.draft)}
        onCancel={() => setTwin(null)}
      >
        {twin ? (
          <p>
            {twin.event.singerName} is already at {twin.event.venue}, {twin.event.city},{' '}
            {formatDayTime(twin.event.date)}
            {twin.event.status === 'cancelled' ? ' (cancelled)' : ''}. Customers would see both.
          </p>
        ) : null}
      </ConfirmDialog>
    </section>
  )
}
