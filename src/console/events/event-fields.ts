import type { EventFacts, EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { genres } from '#shop/catalogue/catalogue.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { stateOfCity, states } from '#shop/terms/states.ts'

/** Problems by path, in the order of the form: `city`, `dates[0].day`, `zones[1].price`, `about.posterAlt`. */
export type Problems = Record<string, string>

/** A field of every form of a concert: its input and its first check. */
interface FactField {
  label: string
  hint?: string
  /** Its problem when it is empty; without one the field is optional. */
  missing?: string
  /** Characters of a text. */
  most?: number
  /** Of one that is chosen, with the words for none. */
  choices?: readonly string[]
  none?: string
}

/** The fields of a concert besides singer and date, in the order of its forms: date and time follow the place. */
export const factFields: Readonly<Record<keyof EventFacts, FactField>> = {
  city: { label: 'City', missing: 'Enter a city.', most: 80 },
  venue: { label: 'Venue', missing: 'Enter a venue.', most: 160 },
  genre: { label: 'Genre', choices: genres, none: 'None' },
  state: { label: 'State', hint: 'For a local tax of its own', choices: states, none: 'Not known' },
}

type FactName = keyof EventFacts
/** The facts as typed. */
export type TypedFacts = Record<FactName, string>

export const factNames = Object.keys(factFields) as FactName[]
/** Those that the place is made of, which Move changes, and those that are optional. */
export const placeFacts = factNames.filter((name) => factFields[name].missing !== undefined)
export const otherFacts = factNames.filter((name) => !placeFacts.includes(name)) as Exclude<FactName, keyof EventMove>[]

export const noFacts: TypedFacts = { city: '', venue: '', genre: '', state: '' }

export const typedFacts = (facts: EventFacts): TypedFacts =>
  Object.fromEntries(factNames.map((name) => [name, facts[name] ?? ''])) as TypedFacts

/** Returns the facts, after noting which are missing. */
export function readFacts(typed: TypedFacts, problems: Problems): EventFacts {
  for (const name of placeFacts) if (!typed[name].trim()) problems[name] = factFields[name].missing!
  return {
    city: canonicalCity(typed.city),
    venue: typed.venue.trim(),
    genre: genres.find((genre) => genre === typed.genre) ?? null,
    state: typed.state || null,
  }
}

/** Returns what changes with a fact that is typed: a state that was suggested, or none, follows the city. */
export function changedFacts({ city, state }: TypedFacts, name: FactName, text: string): Partial<TypedFacts> {
  const suggested = (one: string): string => stateOfCity(one) ?? ''
  return { [name]: text, ...(name === 'city' && state === suggested(city) ? { state: suggested(text) } : {}) }
}
