import { filterEvents, noFilters } from '#shop/catalogue/search/catalogue-filter.ts'
import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { genres } from '#shop/catalogue/catalogue.ts'
import type { CatalogueEvent, Genre } from '#shop/catalogue/catalogue.ts'
import { fromIst } from '#platform/time/ist.ts'
import { toPaise, toRupees } from '#shop/prices/money.ts'
import type { Rates } from '#shop/prices/rates.ts'
import { periods } from '#platform/time/periods.ts'

export const MAX_PRICE_DIGITS = 7

function isDay(text: string): boolean {
  try {
    return fromIst(text) !== ''
  } catch {
    return false
  }
}

/** Says whole rupees as typed, in paise; null otherwise. */
export const priceOfText = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) && text.length <= MAX_PRICE_DIGITS ? toPaise(text) : null

const inOrder = (filters: Filters): Filters =>
  filters.minPrice !== null && filters.maxPrice !== null && filters.minPrice > filters.maxPrice
    ? { ...filters, minPrice: filters.maxPrice, maxPrice: filters.minPrice }
    : filters

/** Reads ?q=…&city=…&date=YYYY-MM-DD&when=weekend|month&category=Rock&category=Jazz&min=500&max=2000&sort=price
 * `min` and `max` are whole rupees all in. Ignores invalid values. */
export function filtersOfQuery(query: URLSearchParams): Filters {
  const date = query.get('date') ?? ''
  const day = isDay(date) ? date : ''
  return inOrder({
    text: query.get('q') ?? '',
    city: query.get('city') ?? '',
    day,
    period: day === '' ? (periods.find((period) => period === query.get('when')) ?? null) : null,
    genres: genres.filter((genre) => query.getAll('category').includes(genre)),
    minPrice: priceOfText(query.get('min')),
    maxPrice: priceOfText(query.get('max')),
    sort: query.get('sort') === 'price' ? 'price' : 'date',
  })
}

/** Writes only what is set, in a fixed order: equal filters have equal addresses. */
export function queryOfFilters(filters: Filters): URLSearchParams {
  const { text, city, day, period, genres: chosen, minPrice, maxPrice, sort } = inOrder(filters)
  const query = new URLSearchParams()
  if (text.trim()) query.set('q', text.trim())
  if (city) query.set('city', city)
  if (day) query.set('date', day)
  else if (period) query.set('when', period)
  for (const genre of genres) if (chosen.includes(genre)) query.append('category', genre)
  if (minPrice !== null) query.set('min', String(toRupees(minPrice)))
  if (maxPrice !== null) query.set('max', String(toRupees(maxPrice)))
  if (sort !== 'date') query.set('sort', sort)
  return query
}

export const toggled = (chosen: readonly Genre[], genre: Genre): Genre[] =>
  chosen.includes(genre) ? chosen.filter((other) => other !== genre) : [...chosen, genre]

const unset = {
  text: { text: '' },
  city: { city: '' },
  days: { day: '', period: null },
  genres: { genres: [] },
  price: { minPrice: null, maxPrice: null },
} as const satisfies Record<string, Partial<Filters>>
export type FilterKind = keyof typeof unset

export const without = (filters: Filters, kind: FilterKind): Filters => ({ ...filters, ...unset[kind] })

const addressOf = (filters: Filters): string => queryOfFilters(filters).toString()

const chosenKinds = (filters: Filters): FilterKind[] =>
  (Object.keys(unset) as FilterKind[]).filter((kind) => addressOf(without(filters, kind)) !== addressOf(filters))

export interface ChosenFilter {
  kind: FilterKind
  genre?: Genre
  rest: Filters
}

/** The filters that are set, each with the rest without it. Sorting is not a filter. */
export const chosenFilters = (filters: Filters): ChosenFilter[] =>
  chosenKinds(filters).flatMap((kind): ChosenFilter[] =>
    kind === 'genres'
      ? filters.genres.map((genre) => ({ kind, genre, rest: { ...filters, genres: toggled(filters.genres, genre) } }))
      : [{ kind, rest: without(filters, kind) }],
  )

/** When nothing is found, returns which filters to remove and how many events that finds. Categories go together. */
export const blockingFilters = (
  events: readonly CatalogueEvent[],
  filters: Filters,
  now: number,
  rates: Rates,
): (ChosenFilter & { n: number })[] =>
  chosenKinds(filters)
    .map((kind) => ({ kind, rest: without(filters, kind) }))
    .map((one) => ({ ...one, n: filterEvents(events, one.rest, now, rates).length }))
    .filter(({ n }) => n > 0)

export const cleared = (filters: Filters): Filters => ({ ...noFilters, sort: filters.sort })
