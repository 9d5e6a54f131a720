import { useId } from 'react'
import { genres } from '#shop/catalogue/catalogue.ts'
import { standardCities } from '#shop/catalogue/cities.ts'
import { stateOfCity, states } from '#shop/terms/states.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { addEvening, MAX_DATES } from './draft/concert-draft.ts'
import { fieldAt, replaced, type FormParts } from './form-parts.ts'
import { FormSection } from './form-section.tsx'
import { singerNamed } from './draft/read-concert.ts'

/** Singer, place and evenings. */
export function WhenSection(props: FormParts) {
  const { draft, known, change, stored } = props
  const [singersId, citiesId] = [useId(), useId()]
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
        <TextField
          {...text('city')}
          onChange={(event) => change((now) => placeOf(now, event.target.value))}
          label="City"
          list={citiesId}
          required
          autoComplete="off"
          maxLength={80}
          className="desk:col-span-2"
        />
        <datalist id={citiesId}>
          {[...new Set([...standardCities, ...known.cities])].map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
        <TextField
          {...text('venue')}
          label="Venue"
          required
          autoComplete="off"
          maxLength={160}
          className="desk:col-span-2"
        />
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
        <SelectField {...text('genre')} label="Genre (optional)" className="desk:col-span-2">
          <option value="">None</option>
          {genres.map((genre) => (
            <option key={genre} value={genre}>
              {genre}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...text('state')}
          label="State (optional)"
          hint="For a local tax of its own"
          className="desk:col-span-2"
        >
          <option value="">Not known</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </SelectField>
      </div>
    </FormSection>
  )
}

/** A state that was suggested, or none, follows the city. */
function placeOf({ city, state }: { city: string; state: string }, typed: string): { city: string; state: string } {
  const suggested = (one: string): string => stateOfCity(one) ?? ''
  return { city: typed, state: state === suggested(city) ? suggested(typed) : state }
}
