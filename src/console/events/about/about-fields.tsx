import { Suspense, lazy, useDeferredValue, useId } from 'react'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { counted } from '../../kit/words/counted.ts'
import { aboutLimits } from '#shop/catalogue/about/event-about.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import type { Problems } from '../event-fields.ts'
import { fieldAt } from '../event-inputs.tsx'
import { aboutFields, type AboutDraft, type AboutField } from './about-draft.ts'
import { PosterField } from './poster-field.tsx'

const EventText = lazy(async () => ({ default: (await import('#ui/display/event-text.tsx')).EventText }))

/** Shows a text in Markdown with what customers see beside it, or beneath it on a phone. */
function MarkdownField({
  id,
  label,
  name,
  hint,
  value,
  most,
  rows,
  error,
  onChange,
}: {
  id?: string
  label: string
  name: string
  hint: string
  value: string
  most: number
  rows: number
  error: string | undefined
  onChange: (text: string) => void
}) {
  const headId = useId()
  const shown = useDeferredValue(value)
  return (
    <div className="grid gap-4 desk:grid-cols-2 desk:gap-6">
      <TextArea
        {...(id ? { id } : {})}
        label={label}
        name={name}
        value={value}
        error={error}
        rows={rows}
        hint={`${hint} ${count([...value].length)} of ${counted(most, 'character')}.`}
        onChange={(change) => onChange(change.target.value)}
      />
      <section aria-labelledby={headId} className="min-w-0">
        <h2 id={headId} className="mb-1.5 text-2 font-strong">
          {label}, as customers see it
        </h2>
        <div className="border-t border-rule pt-3">
          {shown.trim() === '' ? (
            <p className="text-2 text-muted">Nothing yet.</p>
          ) : (
            <Suspense fallback={<p className="whitespace-pre-line">{shown}</p>}>
              <EventText text={shown} />
            </Suspense>
          )}
        </div>
      </section>
    </div>
  )
}

/**
 * Shows the fields of all that an event says about itself. `starts`: its start, an ISO instant; null while it is not
 * known.
 */
export function AboutFields({
  draft,
  problems,
  starts,
  eventId,
  onChange,
  onBusy,
}: {
  draft: AboutDraft
  problems: Problems
  starts: string | null
  eventId: string
  onChange: (field: AboutField, text: string) => void
  onBusy: (busy: boolean) => void
}) {
  const field = (name: AboutField) => ({
    ...fieldAt({ problems, form: '' }, `about.${name}`),
    label: aboutFields[name].label,
    value: draft[name],
    onChange: (change: { target: { value: string } }) => onChange(name, change.target.value),
  })
  const text = (name: 'description' | 'rules') => ({
    ...field(name),
    most: aboutLimits[name],
    onChange: (typed: string) => onChange(name, typed),
  })
  return (
    <>
      <MarkdownField
        {...text('description')}
        rows={12}
        hint="An empty line between paragraphs; “- ” begins a list; **bold**; [words](https://…) is a link."
      />
      <div className="grid gap-4 desk:grid-cols-6">
        <TextArea {...field('lineUp')} rows={5} hint="One name a line." className="desk:col-span-3" />
        <div className="grid content-start gap-4 desk:col-span-3 desk:grid-cols-2">
          <TextField
            {...field('doors')}
            type="time"
            hint={starts ? `The event starts ${formatDayTime(starts)}.` : 'India time (IST)'}
          />
          <TextField {...field('age')} inputMode="numeric" autoComplete="off" hint="In years; empty: everybody." />
          <TextField {...field('ends')} type="time" hint="India time (IST)" />
          <TextField {...field('endsDay')} type="date" hint="Only when it lasts longer than a day." />
        </div>
        <TextField
          {...field('sungIn')}
          autoComplete="off"
          hint="With commas between them: Hindi, Urdu"
          className="desk:col-span-3"
        />
        <TextField
          {...field('listen')}
          inputMode="url"
          autoComplete="off"
          hint="Where one hears them, on YouTube for example."
          className="desk:col-span-3"
        />
      </div>
      <MarkdownField {...text('rules')} rows={5} hint="For example what may be brought in." />
      <PosterField
        eventId={eventId}
        path={draft.poster}
        alt={draft.posterAlt}
        altProblem={problems['about.posterAlt']}
        onChange={(path) => onChange('poster', path)}
        onAlt={(typed) => onChange('posterAlt', typed)}
        onBusy={onBusy}
      />
    </>
  )
}
