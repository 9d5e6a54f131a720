import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { EventDraft } from '#shop/catalogue/admin/events-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-escape.ts'
import { focusFirstProblem } from '../kit/edit/focus-first-problem.ts'
import { CityField, GenreField, placeOf, StateField, VenueField } from './concert-fields.tsx'
import { readEvent, type EventProblems, type TypedEvent } from './event-draft.ts'

const order: (keyof TypedEvent)[] = ['singerId', 'city', 'venue', 'day', 'time', 'genre', 'state']

export function EventForm({
  label,
  initial,
  singers,
  cities,
  submitLabel,
  busyLabel,
  busy,
  kept,
  children,
  onSubmit,
  onCancel,
}: {
  label: string
  initial: TypedEvent
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  submitLabel: string
  busyLabel: string
  busy: boolean
  /** Locks singer, date and place; says why, and how to change them. */
  kept?: ReactNode
  /** More fields, before the buttons. */
  children?: ReactNode
  onSubmit: (draft: EventDraft) => void
  onCancel: () => void
}) {
  const [entered, setTyped] = useState(initial)
  const typed = kept ? { ...initial, genre: entered.genre, state: entered.state } : entered
  const [problems, setProblems] = useState<EventProblems>({})
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(JSON.stringify(typed) !== JSON.stringify(initial))
  useEscape(form, () => {
    if (!busy) onCancel()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readEvent(typed)
    if ('draft' in read) {
      setProblems({})
      onSubmit(read.draft)
      return
    }
    setProblems(read.problems)
    focusFirstProblem(form.current, order, read.problems)
  }

  const field = (name: keyof TypedEvent) => ({
    name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <form
      ref={form}
      aria-label={label}
      onSubmit={submit}
      noValidate
      className="grid gap-4 whitespace-normal desk:grid-cols-6"
    >
      <SelectField
        {...field('singerId')}
        label="Singer"
        required
        disabled={Boolean(kept)}
        className="desk:col-span-2"
        autoFocus={!kept}
      >
        <option value="">Choose a singer</option>
        {singers.map((singer) => (
          <option key={singer.id} value={singer.id}>
            {singer.name}
          </option>
        ))}
      </SelectField>
      <CityField
        {...field('city')}
        onChange={(event) => setTyped((now) => ({ ...now, ...placeOf(now, event.target.value) }))}
        disabled={Boolean(kept)}
        cities={cities}
      />
      <VenueField {...field('venue')} disabled={Boolean(kept)} />
      <TextField
        {...field('day')}
        label="Date"
        type="date"
        required
        disabled={Boolean(kept)}
        className="desk:col-span-2"
      />
      <TextField
        {...field('time')}
        disabled={Boolean(kept)}
        label="Time"
        type="time"
        hint="India time (IST)"
        required
        className="desk:col-span-2"
      />
      <GenreField {...field('genre')} autoFocus={Boolean(kept)} />
      <StateField {...field('state')} />
      {kept ? <Note className="desk:col-span-6">{kept}</Note> : null}
      {children}
      <div className="flex gap-3 desk:col-span-6">
        <Button type="submit" busy={busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <Button kind="line" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
