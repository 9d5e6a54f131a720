import { categoryLeft, isOnSale } from '../catalogue.ts'
import type { CatalogueEvent, Genre } from '../catalogue.ts'
import { fold } from './catalogue-search.ts'
import { isSameCity } from '../cities.ts'
import { dayKey } from '#platform/time/ist.ts'
import { allInPrice, type Rates } from '#shop/prices/money.ts'
import type { Paise } from '#shop/prices/money.ts'
import { spanOf } from '#platform/time/periods.ts'
import type { Period } from '#platform/time/periods.ts'
import { searchNames } from './search-names.ts'
import { isNearlyIn } from '#platform/text/typing-slip.ts'

/** By what a list is sorted. */
export type Sort = 'date' | 'price'

/** What is wished of a list of events. */
export interface Filters {
  text: string
  /** '' is every city. */
  city: string
  /** 'YYYY-MM-DD' in India, '' is any day. */
  day: string
  /** Counts only without a day; null is any time. */
  period: Period | null
  genres: readonly Genre[]
  /** The least and the most that one ticket costs all in, both included; null is no limit. */
  minPrice: Paise | null
  maxPrice: Paise | null
  sort: Sort
}

export const noFilters: Filters = {
  text: '',
  city: '',
  day: '',
  period: null,
  genres: [],
  minPrice: null,
  maxPrice: null,
  sort: 'date',
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

/** What one ticket costs all in (paise), of every category that still has seats; empty when the event is not on sale. */
const pricesOnSale = (event: CatalogueEvent, now: number, rates: Rates): Paise[] =>
  isOnSale(event, now)
    ? event.categories.filter((category) => categoryLeft(category) > 0).map(({ price }) => allInPrice(price, rates))
    : []

/** The events that pass all of the filters at `now` (ms), prices all in by `rates`, in the wished order. They come by date. */
export function filterEvents(
  events: readonly CatalogueEvent[],
  filters: Filters,
  now: number,
  rates: Rates,
): CatalogueEvent[] {
  const { text, city, day, period, genres, minPrice, maxPrice, sort } = filters
  const span = day === '' && period !== null ? spanOf(period, now) : null
  const anyPrice = minPrice === null && maxPrice === null
  const found = eventsWithText(events, text).filter(
    (event) =>
      (city === '' || isSameCity(event.city, city)) &&
      (day === '' || dayKey(event.date) === day) &&
      (span === null || (Date.parse(event.date) >= span.from && Date.parse(event.date) < span.until)) &&
      (genres.length === 0 || (event.genre !== null && genres.includes(event.genre))) &&
      (anyPrice ||
        pricesOnSale(event, now, rates).some((price) => price >= (minPrice ?? 0) && price <= (maxPrice ?? Infinity))),
  )
  return sort === 'price' ? byPrice(found, now, rates) : found
}

/** The cheapest all in first; what cannot be bought comes last. Among equals the order stays. */
function byPrice(events: readonly CatalogueEvent[], now: number, rates: Rates): CatalogueEvent[] {
  const cheapest = new Map(events.map((event) => [event, Math.min(...pricesOnSale(event, now, rates))]))
  const of = (event: CatalogueEvent): number => cheapest.get(event) ?? Infinity
  return [...events].sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)))
}

/**
 * What to offer when nothing passes: the same wishes without the days, else without all but the words, else anything in
 * that city, and of those the concert nearest to the wanted day (the next one when no day is wanted). Null when there is
 * none.
 */
export function nearestEvent(
  events: readonly CatalogueEvent[],
  filters: Filters,
  now: number,
  rates: Rates,
): CatalogueEvent | null {
  const { text, city, day } = filters
  const looser: Filters[] = [
    { ...filters, day: '', period: null },
    { ...noFilters, text, city },
    { ...noFilters, city },
  ]
  for (const one of looser) {
    const left = filterEvents(events, one, now, rates).filter((event) => event.status === 'scheduled')
    const wanted = day === '' ? null : Date.parse(`${day}T12:00:00+05:30`)
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
