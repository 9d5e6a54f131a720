import { useId } from 'react'
import { genres } from '#shop/catalogue/catalogue.ts'
import { standardCities } from '#shop/catalogue/cities.ts'
import { stateOfCity, states } from '#shop/terms/states.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'

// Fields that the form of a whole concert and that of one event have in common: each a third of a row.

type OwnField<Field extends (props: never) => unknown> = Omit<Parameters<Field>[0], 'label'>

/** A city as text; offers those that are known. */
export function CityField({ cities, ...field }: OwnField<typeof TextField> & { cities: readonly string[] }) {
  const listId = useId()
  return (
    <>
      <TextField
        {...field}
        label="City"
        required
        list={listId}
        autoComplete="off"
        maxLength={80}
        className="desk:col-span-2"
      />
      <datalist id={listId}>
        {[...new Set([...standardCities, ...cities])].map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </>
  )
}

export const VenueField = (field: OwnField<typeof TextField>) => (
  <TextField {...field} label="Venue" required autoComplete="off" maxLength={160} className="desk:col-span-2" />
)

const options = (names: readonly string[]) =>
  names.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))

export const GenreField = (field: OwnField<typeof SelectField>) => (
  <SelectField {...field} label="Genre (optional)" className="desk:col-span-2">
    <option value="">None</option>
    {options(genres)}
  </SelectField>
)

export const StateField = (field: OwnField<typeof SelectField>) => (
  <SelectField {...field} label="State (optional)" hint="For a local tax of its own" className="desk:col-span-2">
    <option value="">Not known</option>
    {options(states)}
  </SelectField>
)

/** A state that was suggested, or none, follows the city. */
export function placeOf(
  { city, state }: { city: string; state: string },
  typed: string,
): { city: string; state: string } {
  const suggested = (one: string): string => stateOfCity(one) ?? ''
  return { city: typed, state: state === suggested(city) ? suggested(typed) : state }
}
