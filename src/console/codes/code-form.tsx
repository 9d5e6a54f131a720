import { useState } from 'react'
import { listCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import type { CodeFacts } from '#shop/codes/codes-admin.api.ts'
import type { Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { findOpenConcerts, type NamedConcert } from '../kit/concerts/concert-choice.ts'
import { ConcertField } from '../kit/concerts/concert-field.tsx'
import { FailureNote, FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { isShort, makeCode, readCode, type CodeGives, type TypedCode } from './code-draft.ts'

const byName = { column: 'name', ascending: true }
const MAX_CATEGORIES = 100

/** For which categories of its event a code is. */
function CodeCategories({
  eventId,
  chosen,
  onChange,
}: {
  eventId: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const { value, failure, reload } = useLoaded(eventId, () =>
    listCategories({ search: '', sort: byName, page: 1, pageSize: MAX_CATEGORIES }, eventId),
  )
  if (failure) return <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
  return (
    <fieldset className="desk:col-span-6">
      <legend className="text-2 font-strong">Ticket categories</legend>
      <p className="text-1 text-muted">None ticked: all of the event</p>
      {/* With room for a row of them, so that a press on what is below does not miss. */}
      <div className="grid min-h-11 gap-x-6 desk:grid-cols-3">
        {(value?.rows ?? []).map(({ id, name, hidden }) => (
          <CheckField
            key={id}
            label={hidden ? `${name} (only with a code)` : name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Adds or edits a code. `stored`: the code exists, so its text cannot change. */
export function CodeForm({
  first,
  stored,
  name,
  event = null,
  save,
  onDone,
}: {
  first: TypedCode
  stored: boolean
  /** Accessible name of the form. */
  name: string
  /** What a stored code is for. */
  event?: NamedConcert | null
  save: (code: string, facts: CodeFacts) => Promise<Result<null>>
  onDone: (changed: boolean) => void | Promise<void>
}) {
  const form = useForm({
    start: first,
    read: readCode,
    save: ({ code, facts }) => save(code, facts),
    onSaved: () => onDone(true),
    onEscape: () => void onDone(false),
    done: stored ? 'Code updated successfully' : 'Code added successfully',
    failed: stored ? 'Error updating code' : 'Error adding code',
  })
  const { draft: typed, change, field, box } = form
  const [picked, setPicked] = useState(event)

  return (
    <FormFrame form={form} name={name} className="grid gap-4 whitespace-normal desk:grid-cols-6">
      <FailureNote failure={form.failure} className="desk:col-span-6" />
      <div className="desk:col-span-2">
        <TextField
          {...field('code')}
          label="Code"
          hint={stored ? 'The text of a code cannot change' : 'Letters A to Z and digits'}
          autoCapitalize="characters"
          maxLength={64}
          readOnly={stored}
          autoFocus={!stored}
          required
        />
        {stored ? null : (
          <Button kind="bare" small onClick={() => change({ code: makeCode() })}>
            Make one with 8 characters
          </Button>
        )}
        {!stored && isShort(typed.code) ? (
          <Note kind="warn" role="status">
            Codes with fewer than 6 characters are easily guessed.
          </Note>
        ) : null}
      </div>
      <SelectField
        {...field('gives')}
        onChange={({ target }) => change({ gives: target.value as CodeGives })}
        label="It gives"
        className="desk:col-span-2"
      >
        <option value="percent">Percent off</option>
        <option value="amount">Rupees off each seat</option>
        <option value="access">Access to hidden tickets only</option>
      </SelectField>
      {typed.gives === 'access' ? null : (
        <TextField
          {...field('value')}
          label={typed.gives === 'percent' ? 'Percent' : 'Rupees'}
          inputMode="decimal"
          required
          className="desk:col-span-2"
        />
      )}
      {typed.gives === 'access' ? null : (
        <CheckField
          name="opensHidden"
          label="Also opens tickets that are sold only with an access code"
          className="desk:col-span-6"
          {...box('opensHidden')}
        />
      )}
      <div className="desk:col-span-6">
        <ConcertField
          name="eventId"
          none="Every event"
          value={typed.eventId === '' ? null : picked}
          find={findOpenConcerts}
          onChoose={(one) => {
            setPicked(one)
            change({ eventId: one.id, categoryIds: [] })
          }}
        />
        {typed.eventId === '' ? null : (
          <Button kind="bare" small onClick={() => change({ eventId: '', categoryIds: [] })}>
            For every event instead
          </Button>
        )}
      </div>
      {typed.eventId ? (
        <CodeCategories
          key={typed.eventId}
          eventId={typed.eventId}
          chosen={typed.categoryIds}
          onChange={(categoryIds) => change({ categoryIds })}
        />
      ) : null}
      <TextField
        {...field('fromAt')}
        label="Valid from (optional)"
        type="datetime-local"
        hint="India time (IST)"
        className="desk:col-span-3"
      />
      <TextField
        {...field('untilAt')}
        label="Valid until (optional)"
        type="datetime-local"
        hint="India time (IST)"
        className="desk:col-span-3"
      />
      <TextField
        {...field('usesTotal')}
        label="Uses in all (optional)"
        hint="Orders. Empty: without a limit"
        inputMode="numeric"
        className="desk:col-span-2"
      />
      <TextField
        {...field('usesPerPerson')}
        label="Uses by one person (optional)"
        hint="Orders. Empty: without a limit"
        inputMode="numeric"
        className="desk:col-span-2"
      />
      <TextField
        {...field('seatsPerOrder')}
        label="Seats of one order (optional)"
        hint="At most. Empty: without a limit"
        inputMode="numeric"
        className="desk:col-span-2"
      />
      <TextField
        {...field('note')}
        label="Note (optional)"
        hint="For staff: who gets it"
        maxLength={300}
        className="desk:col-span-6"
      />
      <FormButtons
        form={form}
        save={stored ? 'Save' : 'Add Code'}
        saving={stored ? 'Saving...' : 'Adding...'}
        onCancel={() => void onDone(false)}
        className="desk:col-span-6"
      />
    </FormFrame>
  )
}
