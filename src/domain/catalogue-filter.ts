import type { CatalogueEvent, Genre } from './catalogue.ts'
import { fold } from './catalogue-search.ts'
import { isSameCity, namesOfCity } from './cities.ts'
import { dayKey } from './ist.ts'

export interface Filters {
  text: string
  /** '' is every city. */
  city: string
  /** 'YYYY-MM-DD' in India, '' is any day. */
  day: string
  genres: readonly Genre[]
}

/** Every word must be found in the singer, the venue or one of the city's names. */
export function matchesText(event: CatalogueEvent, text: string): boolean {
  const words = fold(text).split(' ').filter(Boolean)
  const hay = fold([event.singer.name, event.venue, ...namesOfCity(event.city)].join(' \n '))
  return words.every((word) => hay.includes(word))
}

/** The events that pass all of the filters, in the order they came. */
export const filterEvents = (
  events: readonly CatalogueEvent[],
  { text, city, day, genres }: Filters,
): CatalogueEvent[] =>
  events.filter(
    (event) =>
      matchesText(event, text) &&
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
