import { aboutLimits } from '#shop/catalogue/about/event-about.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import type { AboutDraft, AboutField, AboutProblems } from './about-draft.ts'
import { PosterField } from './poster-field.tsx'
import { TextField as EventTextField } from './text-field.tsx'

export const aboutLabels: Record<AboutField, string> = {
  description: 'Text',
  lineUp: 'Line-up',
  doors: 'Doors open',
  ends: 'Ends',
  endsDay: 'Ends on',
  age: 'Minimum age',
  sungIn: 'Languages sung',
  rules: 'House rules',
  poster: 'Poster',
  posterAlt: 'What the poster shows',
}

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
  problems: AboutProblems
  starts: string | null
  eventId: string
  onChange: (field: AboutField, text: string) => void
  onBusy: (busy: boolean) => void
}) {
  const field = (name: AboutField) => ({
    id: `about-${name}`,
    name,
    label: aboutLabels[name],
    value: draft[name],
    error: problems[name],
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
        altProblem={problems.posterAlt}
        onChange={(path) => onChange('poster', path)}
        onAlt={(typed) => onChange('posterAlt', typed)}
        onBusy={onBusy}
      />
    </>
  )
}
