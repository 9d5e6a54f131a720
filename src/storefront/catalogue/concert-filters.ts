import { genres } from '#domain/catalogue.ts'
import type { Genre } from '#domain/catalogue.ts'
import type { Filters } from '#domain/catalogue-filter.ts'

/** The filters of /concerts as they stand in its address: ?q=…&city=…&date=YYYY-MM-DD&category=Rock&category=Jazz */
export function filtersOfQuery(query: URLSearchParams): Filters {
  const day = query.get('date') ?? ''
  return {
    text: query.get('q') ?? '',
    city: query.get('city') ?? '',
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '',
    genres: genres.filter((genre) => query.getAll('category').includes(genre)),
  }
}

/** Only what is chosen; in one order, so that equal filters have equal addresses. */
export function queryOfFilters({ text, city, day, genres: chosen }: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (text.trim()) query.set('q', text.trim())
  if (city) query.set('city', city)
  if (day) query.set('date', day)
  for (const genre of genres) if (chosen.includes(genre)) query.append('category', genre)
  return query
}

export const noFilters: Filters = { text: '', city: '', day: '', genres: [] }

export const toggled = (chosen: readonly Genre[], genre: Genre): Genre[] =>
  chosen.includes(genre) ? chosen.filter((other) => other !== genre) : [...chosen, genre]
