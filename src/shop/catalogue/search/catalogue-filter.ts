import { buyableCategories, type CatalogueEvent, type Genre } from '../catalogue.ts'
import { isSameCity } from '../cities.ts'
import { dayKey } from '#platform/time/ist.ts'
import { allInPrice, type Rates } from '#shop/prices/rates.ts'
import type { Paise } from '#shop/prices/money.ts'
import { spanOf, type Period } from '#platform/time/periods.ts'
import { searchNames } from './catalogue-search.ts'
import { fold, hasWords, searchableText, wantedWords } from '#platform/text/fold.ts'
import { isNearlyIn } from '#platform/text/typing-slip.ts'

export type Sort = 'date' | 'price'

export interface Filters {
  text: string
  /** '' is every city. */
  city: string
  /** 'YYYY-MM-DD' in IST; '' is any day. */
  day: string
  /** Ignored when a day is set; null is any time. */
  period: Period | null
  genres: readonly Genre[]
  /** Limits of one ticket's all-in price, both included; null is no limit. */
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
 * Returns events that contain every word (singer, venue, city, genre), else those with one typing slip a word. Words of one
 * or two letters are often initials: events that have them as words of their own come first.
 */
export function eventsWithText(events: readonly CatalogueEvent[], typed: string): readonly CatalogueEvent[] {
  if (typed.trim() === '') return events
  const texts = new Map(events.map((event) => [event, searchNames(event).map(searchableText).join('')]))
  const textOf = (event: CatalogueEvent): string => texts.get(event) ?? ''
  const exact = events.filter((event) => hasWords(textOf(event), typed))
  if (exact.length === 0) return fold(typed) === '' ? [] : events.filter((event) => isNearlyIn(typed, textOf(event)))
  const initials = wantedWords(typed).filter((word) => word.startsWith(' '))
  const hasInitials = (event: CatalogueEvent): boolean =>
    initials.every((word) => `${textOf(event)} `.includes(`${word} `))
  return [...exact.filter(hasInitials), ...exact.filter((event) => !hasInitials(event))]
}

/** Returns the all-in prices (paise) of the categories that can be bought at `now`. */
const pricesOnSale = (event: CatalogueEvent, now: number, rates: Rates): Paise[] =>
  buyableCategories(event, now).map(({ price, free }) => (free ? 0 : allInPrice(price, rates, event.state)))

/** Returns the events that pass all filters at `now` (ms). Expects `events` by date. */
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

function byPrice(events: readonly CatalogueEvent[], now: number, rates: Rates): CatalogueEvent[] {
  const cheapest = new Map(events.map((event) => [event, Math.min(...pricesOnSale(event, now, rates))]))
  const of = (event: CatalogueEvent): number => cheapest.get(event) ?? Infinity
  return [...events].sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)))
}

/** Suggests the event nearest to the chosen day: without days, else with words and city only, else in the city. */
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
