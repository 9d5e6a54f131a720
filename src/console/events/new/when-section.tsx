import { useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { CityField, GenreField, placeOf, StateField, VenueField } from '../concert-fields.tsx'
import { addEvening, MAX_DATES } from './draft/concert-draft.ts'
import { fieldAt, replaced, type FormParts } from './form-parts.ts'
import { FormSection } from './form-section.tsx'
import { singerNamed } from './draft/read-concert.ts'

/** Singer, place and evenings. */
export function WhenSection(props: FormParts) {
  const { draft, known, change, stored } = props
  const singersId = useId()
  const isNew = draft.singer.trim() !== '' && !singerNamed(draft.singer, known.singers)
  const text = (field: 'singer' | 'city' | 'venue' | 'genre' | 'state') => ({
    ...fieldAt(props, field),
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change(() => ({ [field]: event.target.value })),
  })
  return (
    <FormSection title="What and when">
      <div className="grid gap-4 desk:grid-cols-6">
        <TextField
          {...text('singer')}
          label="Singer"
          hint={isNew ? 'A new singer, added with the concert.' : undefined}
          list={singersId}
          required
          autoFocus={!stored}
          autoComplete="off"
          maxLength={120}
          className="desk:col-span-2"
        />
        <datalist id={singersId}>
          {known.singers.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <CityField
          {...text('city')}
          onChange={(event) => change((now) => placeOf(now, event.target.value))}
          cities={known.cities}
        />
        <VenueField {...text('venue')} />
      </div>
      {draft.dates.map((date, at) => (
        <div key={date.id} className="flex flex-wrap items-start gap-4">
          <TextField
            {...fieldAt(props, `dates[${at}].day`)}
            label={at === 0 ? 'Date' : `Date ${at + 1}`}
            type="date"
            required
            value={date.day}
            className="w-44"
            onChange={(event) => change((now) => ({ dates: replaced(now.dates, at, { day: event.target.value }) }))}
          />
          <TextField
            {...fieldAt(props, `dates[${at}].time`)}
            label={at === 0 ? 'Time' : `Time ${at + 1}`}
            type="time"
            hint={at === 0 ? 'India time (IST)' : undefined}
            required
            value={date.time}
            className="w-32"
            onChange={(event) => change((now) => ({ dates: replaced(now.dates, at, { time: event.target.value }) }))}
          />
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
        <GenreField {...text('genre')} />
        <StateField {...text('state')} />
      </div>
    </FormSection>
  )
}
