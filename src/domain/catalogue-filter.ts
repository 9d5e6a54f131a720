import type { CatalogueEvent, Genre } from './catalogue.ts'
import { fold } from './catalogue-search.ts'
import { isSameCity } from './cities.ts'
import { dayKey } from './ist.ts'
import { searchNames } from './search-names.ts'
import { isNearlyIn } from './typing-slip.ts'

export interface Filters {
  text: string
  /** '' is every city. */
  city: string
  /** 'YYYY-MM-DD' in India, '' is any day. */
  day: string
  genres: readonly Genre[]
}

/**
 * The events in which every word is found: in the singer, the venue, or one of the city's or the genre's names. Where
 * that is none, those in which they are found with one typing slip each.
 */
export function eventsWithText(events: readonly CatalogueEvent[], text: string): readonly CatalogueEvent[] {
  const wanted = fold(text)
  if (wanted === '') return events
  const words = wanted.split(' ')
  const texts = new Map(events.map((event) => [event, fold(searchNames(event).join(' \n '))]))
  const exact = events.filter((event) => words.every((word) => texts.get(event)?.includes(word)))
  return exact.length > 0 ? exact : events.filter((event) => isNearlyIn(wanted, texts.get(event) ?? ''))
}

/** The events that pass all of the filters, in the order they came. */
export const filterEvents = (
  events: readonly CatalogueEvent[],
  { text, city, day, genres }: Filters,
): CatalogueEvent[] =>
  eventsWithText(events, text).filter(
    (event) =>
      (city === '' || isSameCity(event.city, city)) &&
      (day === '' || dayKey(event.date) === day) &&
      (genres.length === 0 || (event.genre !== null && genres.includes(event.genre))),
  )

/**
 * What to offer when nothing passes: the same wishes without the day, else without the words, else anything in that
 * city, and of those the concert nearest to the wanted day (the next one when no day is wanted). Null when there is none.
 */
export function nearestEvent(events: readonly CatalogueEvent[], filters: Filters): CatalogueEvent | null {
  const looser: Filters[] = [
    { ...filters, day: '' },
    { ...filters, day: '', genres: [] },
    { ...filters, day: '', text: '', genres: [] },
  ]
  for (const one of looser) {
    const left = filterEvents(events, one).filter((event) => event.status === 'scheduled')
    const wanted = filters.day === '' ? null : Date.parse(`${filters.day}T12:00:00+05:30`)
    const distance = (event: CatalogueEvent): number =>
      wanted === null ? Date.parse(event.date) : Math.abs(Date.parse(event.date) - wanted)
    const nearest = left.reduce<CatalogueEvent | null>(
      (best, event) => (best === null || distance(event) < distance(best) ? event : best),
      null,
    )
    if (nearest) return nearest
  }
  return null
}
