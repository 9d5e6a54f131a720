import type { ReactNode } from 'react'
import type { EventDraft } from '#shop/catalogue/admin/events-admin.api.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { DraftForm, useDraft } from './draft-form.tsx'
import { readEvent, type EventText } from './event-draft.ts'
import { otherFacts, placeFacts } from './event-fields.ts'
import { DateInputs, FactInputs, fieldAt } from './event-inputs.tsx'

export function EventForm({
  initial,
  singers,
  cities,
  kept,
  children,
  onSubmit,
  ...form
}: {
  label: string
  initial: EventText
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  submit: readonly [string, string]
  busy: boolean
  /** Locks singer, date and place; says why, and how to change them. */
  kept?: ReactNode
  /** More fields, before the buttons. */
  children?: ReactNode
  onSubmit: (draft: EventDraft) => void
  onCancel: () => void
}) {
  const isKept = Boolean(kept)
  const fit = (entered: EventText): EventText =>
    isKept ? { ...initial, ...Object.fromEntries(otherFacts.map((name) => [name, entered[name]])) } : entered
  const { ref, show, ...parts } = useDraft(initial, fit)
  const submit = () => {
    const read = readEvent(parts.draft)
    show('problems' in read ? read.problems : {})
    if ('draft' in read) onSubmit(read.draft)
  }

  return (
    <DraftForm {...form} form={ref} className="whitespace-normal desk:grid-cols-6" onSubmit={submit}>
      <SelectField
        {...fieldAt(parts, 'singer')}
        label="Singer"
        value={parts.draft.singer}
        required
        disabled={isKept}
        className="desk:col-span-2"
        autoFocus={!isKept}
        onChange={({ target }) => parts.change(() => ({ singer: target.value }))}
      >
        <option value="">Choose a singer</option>
        {singers.map((singer) => (
          <option key={singer.id} value={singer.id}>
            {singer.name}
          </option>
        ))}
      </SelectField>
      <FactInputs names={placeFacts} parts={parts} disabled={isKept} cities={cities} />
      <DateInputs parts={parts} at={0} disabled={isKept} className={['desk:col-span-2', 'desk:col-span-2']} />
      <FactInputs names={otherFacts} parts={parts} isFocused={isKept} />
      {kept ? <Note className="desk:col-span-6">{kept}</Note> : null}
      {children}
    </DraftForm>
  )
}
