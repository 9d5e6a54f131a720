import { useRef, useState, type FormEvent } from 'react'
import type { EventName } from '#shop/catalogue/admin/events-admin.api.ts'
import type { CodeFacts } from '#shop/codes/codes-admin.api.ts'
import type { Result } from '#platform/failure/failure.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-escape.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { focusFirstProblem } from '../kit/edit/focus-first-problem.ts'
import { CodeCategories } from './code-categories.tsx'
import {
  eventsFor,
  isShort,
  makeCode,
  readCode,
  type CodeGives,
  type CodeProblems,
  type TypedCode,
} from './code-draft.ts'

const order: (keyof TypedCode)[] = [
  'code',
  'gives',
  'value',
  'fromAt',
  'untilAt',
  'usesTotal',
  'usesPerPerson',
  'seatsPerOrder',
]

/** `stored`: the code exists, so its text cannot change. */
export function CodeForm({
  first,
  stored,
  name,
  events,
  save,
  onDone,
}: {
  first: TypedCode
  stored: boolean
  /** Accessible name of the form. */
  name: string
  events: readonly EventName[]
  save: (code: string, facts: CodeFacts) => Promise<Result<null>>
  onDone: (changed: boolean) => void | Promise<void>
}) {
  const [typed, setTyped] = useState(first)
  const [problems, setProblems] = useState<CodeProblems>({})
  const form = useRef<HTMLFormElement>(null)
  const { busy, failure, run } = useAction(save, {
    done: stored ? 'Code updated successfully' : 'Code added successfully',
    failed: stored ? 'Error updating code' : 'Error adding code',
  })
  useUnsavedWork(JSON.stringify(typed) !== JSON.stringify(first))
  useEscape(form, () => {
    if (!busy) void onDone(false)
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readCode(typed)
    if ('problems' in read) {
      setProblems(read.problems)
      focusFirstProblem(form.current, order, read.problems)
      return
    }
    setProblems({})
    const result = await run(read.code, read.facts)
    if (result?.ok) void onDone(true)
  }

  const change = (next: Partial<TypedCode>) => setTyped((now) => ({ ...now, ...next }))
  const field = (one: Exclude<keyof TypedCode, 'opensHidden' | 'categoryIds'>) => ({
    name: one,
    value: typed[one],
    error: problems[one],
    onChange: (event: { target: { value: string } }) => change({ [one]: event.target.value }),
  })

  return (
    <form
      ref={form}
      aria-label={name}
      onSubmit={submit}
      noValidate
      className="grid gap-4 whitespace-normal desk:grid-cols-6"
    >
      {failure ? (
        <Note kind="bad" className="desk:col-span-6" role="alert">
          {whyFailed(failure)}
        </Note>
      ) : null}
      <div className="desk:col-span-2">
        <TextField
          {...field('code')}
          label="Code"
          hint={stored ? 'The text of a code cannot change' : 'Letters A to Z and digits'}
          autoComplete="off"
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
          autoComplete="off"
          required
          className="desk:col-span-2"
        />
      )}
      {typed.gives === 'access' ? null : (
        <CheckField
          name="opensHidden"
          label="Also opens tickets that are sold only with an access code"
          className="desk:col-span-6"
          checked={typed.opensHidden}
          onChange={({ target }) => change({ opensHidden: target.checked })}
        />
      )}
      <SelectField
        {...field('eventId')}
        onChange={({ target }) => change({ eventId: target.value, categoryIds: [] })}
        label="Event"
        className="desk:col-span-6"
      >
        <option value="">Every event</option>
        {eventsFor(events, typed.eventId).map((event) => (
          <option key={event.id} value={event.id}>
            {event.singerName}, {event.city}, {formatDay(event.date)}
            {event.status === 'cancelled' ? ' (cancelled)' : ''}
          </option>
        ))}
      </SelectField>
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
        autoComplete="off"
        className="desk:col-span-2"
      />
      <TextField
        {...field('usesPerPerson')}
        label="Uses by one person (optional)"
        hint="Orders. Empty: without a limit"
        inputMode="numeric"
        autoComplete="off"
        className="desk:col-span-2"
      />
      <TextField
        {...field('seatsPerOrder')}
        label="Seats of one order (optional)"
        hint="At most. Empty: without a limit"
        inputMode="numeric"
        autoComplete="off"
        className="desk:col-span-2"
      />
      <TextField
        {...field('note')}
        label="Note (optional)"
        hint="For staff: who gets it"
        maxLength={300}
        autoComplete="off"
        className="desk:col-span-6"
      />
      <div className="flex gap-3 desk:col-span-6">
        <Button type="submit" busy={busy} busyLabel={stored ? 'Saving...' : 'Adding...'}>
          {stored ? 'Save' : 'Add Code'}
        </Button>
        <Button kind="line" disabled={busy} onClick={() => void onDone(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
