import { FailureNote } from '../kit/form/form-frame.tsx'
import { useRef, useState } from 'react'
import { addEvent, readSameEvent, type EventDraft, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { noEvent } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { SameEventText } from './event-dialogs.tsx'

/** Asks before it adds a past event or a duplicate. */
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
  const [asked, setAsked] = useState<{ draft: EventDraft; twin: EventListRow | null; past: boolean } | null>(null)
  // One id per form: sending again after a lost response adds nothing.
  const id = useRef(newUuid())
  const [asDraft, setAsDraft] = useState(false)

  const { busy, failure, run } = useAction(
    async (draft: EventDraft, sure: boolean): Promise<Result<'added' | 'asked'>> => {
      if (!sure) {
        const same = await readSameEvent(id.current, draft)
        const twin = same.ok ? same.value : null
        const past = Date.parse(draft.date) <= Date.now()
        if (twin || past) {
          setAsked({ draft, twin, past })
          return ok('asked')
        }
      }
      const added = await addEvent(id.current, draft, asDraft)
      setAsked(null)
      return added.ok ? ok('added') : added
    },
    { failed: 'Error adding event' },
  )
  const submit = async (draft: EventDraft, sure = false) => {
    const result = await run(draft, sure)
    if (!result?.ok || result.value === 'asked') return
    toast.success('Event added successfully')
    onAdded()
  }

  return (
    <section className="mt-4 border-y border-rule py-4">
      <FailureNote failure={failure} className="mb-4" />
      <EventForm
        label="Add an event"
        initial={noEvent}
        singers={singers}
        cities={cities}
        submit={['Add Event', 'Adding...']}
        busy={busy}
        onSubmit={(draft) => void submit(draft)}
        onCancel={onCancel}
      >
        <CheckField
          label="Keep as a draft for now"
          hint="Only staff see a draft. Publish it in the list when it is ready."
          checked={asDraft}
          className="desk:col-span-6"
          onChange={(event) => setAsDraft(event.target.checked)}
        />
      </EventForm>
      <ConfirmDialog
        open={asked !== null}
        question={asked?.twin ? 'Add the same event a second time?' : 'Add an event in the past?'}
        confirmLabel={asked?.twin ? 'Add it again' : 'Add it anyway'}
        kind="solid"
        busy={busy}
        busyLabel="Adding..."
        onConfirm={() => asked && void submit(asked.draft, true)}
        onCancel={() => setAsked(null)}
      >
        {asked?.twin ? <SameEventText twin={asked.twin} /> : null}
        {asked?.past ? <p>{formatDayTime(asked.draft.date)} is in the past, so its tickets cannot be bought.</p> : null}
      </ConfirmDialog>
    </section>
  )
}
