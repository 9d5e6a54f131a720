import { aboutLimits } from '#shop/catalogue/about/event-about.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import type { Problems } from '../event-fields.ts'
import { fieldAt } from '../event-inputs.tsx'
import { aboutFields, type AboutDraft, type AboutField } from './about-draft.ts'
import { PosterField } from './poster-field.tsx'
import { TextField as EventTextField } from './text-field.tsx'

/** All that an event says about itself. `starts`: its start, an ISO instant; null while it is not known. */
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
      <EventTextField
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
          className="desk:col-span-6"
        />
      </div>
      <EventTextField {...text('rules')} rows={5} hint="For example what may be brought in." />
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
