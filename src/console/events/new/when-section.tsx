import type { ReactNode } from 'react'
import { SINGER_MAX } from '#shop/catalogue/import/bulk-import.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { otherFacts, placeFacts } from '../event-fields.ts'
import { DateInputs, FactInputs, fieldAt, SuggestField } from '../event-inputs.tsx'
import { addEvening, MAX_DATES } from './draft/concert-draft.ts'
import { FormSection, type FormParts } from './form-section.tsx'
import { singerNamed } from './draft/read-concert.ts'

/** Asks for singer, place and evenings; `light` follows them. */
export function WhenSection({ light, ...props }: FormParts & { light: ReactNode }) {
  const { draft, known, change, stored } = props
  const kept = stored?.kept
  const isNew = draft.singer.trim() !== '' && !singerNamed(draft.singer, known.singers)
  return (
    <FormSection title="What and when">
      <div className="grid gap-4 desk:grid-cols-6">
        <SuggestField
          {...fieldAt(props, 'singer')}
          label="Singer"
          value={draft.singer}
          hint={isNew ? 'A new singer, added with the concert.' : undefined}
          autoFocus={!stored}
          disabled={Boolean(kept)}
          maxLength={SINGER_MAX}
          known={known.singers.map(({ name }) => name)}
          onChange={(event) => change(() => ({ singer: event.target.value }))}
        />
        <FactInputs names={placeFacts} parts={props} cities={known.cities} disabled={kept?.place} />
      </div>
      {draft.dates.map((date, at) => (
        <div key={date.id} className="flex flex-wrap items-start gap-4">
          <DateInputs parts={props} at={at} disabled={kept?.place} className={['w-44', 'w-32']} />
          {draft.dates.length > 1 ? (
            <Button
              kind="line"
              small
              className="mt-8"
              aria-label={`Remove date ${at + 1}`}
              onClick={() => change((now) => ({ dates: now.dates.filter((one) => one.id !== date.id) }))}
            >
              Remove
            </Button>
          ) : null}
        </div>
      ))}
      {stored ? null : (
        <div>
          <Button
            kind="line"
            small
            disabled={draft.dates.length >= MAX_DATES}
            onClick={() => change((now) => ({ dates: addEvening(now.dates) }))}
          >
            Add the next evening
          </Button>
          {draft.dates.length > 1 ? (
            <p className="mt-2 text-1 text-muted">
              Each evening becomes an event with the same zones. The sale opens for all at once; its end and the ends of
              phases move with the evening.
            </p>
          ) : null}
        </div>
      )}
      <div className="grid gap-4 desk:grid-cols-6">
        <FactInputs names={otherFacts} parts={props} />
      </div>
      {kept ? <Note>{kept.why}</Note> : null}
      {draft.dates.length > 1 ? null : light}
    </FormSection>
  )
}
