import { useId, type ReactNode } from 'react'
import { standardCities } from '#shop/catalogue/cities.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import type { EventText } from './event-draft.ts'
import { changedFacts, factFields, type Problems } from './event-fields.ts'

/** What the inputs of a form work with. */
export interface Parts<Draft = EventText> {
  draft: Draft
  problems: Problems
  /** Begins the ids of the inputs. */
  form: string
  change: (change: (draft: Draft) => Partial<Draft>) => void
}

/** Returns the element of a path: a summary of problems leads there. */
export const idOf = (path: string, form = 'concert'): string =>
  path.startsWith('about.') ? path.replace('.', '-') : `${form}-${path.replace(/[^a-zA-Z0-9]+/g, '-')}`

/** Wires a field to its path. */
export const fieldAt = ({ problems, form }: Pick<Parts, 'problems' | 'form'>, path: string) => ({
  id: idOf(path, form),
  name: path,
  error: problems[path],
})

/** Replaces one of a list. */
export const replaced = <T,>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((one, index) => (index === at ? { ...one, ...part } : one))

const options = (names: readonly string[]) =>
  names.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))

/** Asks for a text, with known ones to choose from. */
export function SuggestField({ known, ...field }: Parameters<typeof TextField>[0] & { known: readonly string[] }) {
  const listId = useId()
  return (
    <>
      <TextField {...field} list={listId} required autoComplete="off" className="desk:col-span-2" />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Shows the inputs of these facts, each a third of a row. */
export function FactInputs({
  names,
  parts,
  cities,
  disabled,
}: {
  names: readonly (keyof typeof factFields)[]
  parts: Parts
  cities?: readonly string[]
  disabled?: boolean
}): ReactNode {
  return names.map((name) => {
    const { label, hint, missing, most, choices, none } = factFields[name]
    const field = {
      ...fieldAt(parts, name),
      disabled,
      label: missing ? label : `${label} (optional)`,
      hint,
      value: parts.draft[name],
      className: 'desk:col-span-2',
      onChange: (event: { target: { value: string } }) =>
        parts.change((now) => changedFacts(now, name, event.target.value)),
    }
    if (name === 'city')
      return (
        <SuggestField key={name} {...field} maxLength={most} known={[...new Set([...standardCities, ...cities!])]} />
      )
    if (!choices)
      return <TextField key={name} {...field} required={Boolean(missing)} autoComplete="off" maxLength={most} />
    return (
      <SelectField key={name} {...field}>
        <option value="">{none}</option>
        {options(choices)}
      </SelectField>
    )
  })
}

/** Shows day and time of an evening; `className` for each. */
export function DateInputs({
  parts,
  at,
  disabled,
  className: [dayClass, timeClass],
}: {
  parts: Parts
  at: number
  disabled?: boolean
  className: readonly [string, string]
}) {
  const field = (name: 'day' | 'time') => ({
    ...fieldAt(parts, `dates[${at}].${name}`),
    disabled,
    required: true,
    value: parts.draft.dates[at]![name],
    onChange: (event: { target: { value: string } }) =>
      parts.change((now) => ({ dates: replaced(now.dates, at, { [name]: event.target.value }) })),
  })
  const nth = at === 0 ? '' : ` ${at + 1}`
  return (
    <>
      <TextField {...field('day')} label={`Date${nth}`} type="date" className={dayClass} />
      <TextField
        {...field('time')}
        label={`Time${nth}`}
        type="time"
        hint={at === 0 ? 'India time (IST)' : undefined}
        className={timeClass}
      />
    </>
  )
}
