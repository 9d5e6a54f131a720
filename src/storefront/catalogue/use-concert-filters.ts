import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { noFilters } from '#domain/catalogue-filter.ts'
import type { Filters } from '#domain/catalogue-filter.ts'
import { chooseCity, chosenCity } from '#offline/chosen-city.ts'
import { cleared, filtersOfQuery, queryOfFilters } from './concert-filters.ts'

/** Marks an entry of the history that showed the whole list: Back and reload show it again, whatever was chosen since. */
interface Whole {
  whole: true
}
const WHOLE: Whole = { whole: true }

/**
 * The filters of /concerts and the ways to change them. The address has them; where it has none, on a new visit, the city
 * that was chosen last on this device counts, and is put into the address.
 */
export function useConcertFilters(): {
  filters: Filters
  /** A changed city is remembered on this device; '' forgets it. */
  apply: (next: Filters) => void
  /** Takes off all filters and forgets the city. */
  clear: () => void
} {
  const [query, setQuery] = useSearchParams()
  const state = useLocation().state as Whole | null
  const asked = filtersOfQuery(query)
  const isPlain = queryOfFilters(asked).size === 0
  const city = isPlain && !state?.whole ? chosenCity() : null
  const filters = city === null ? asked : { ...noFilters, city }

  useEffect(() => {
    if (city !== null) setQuery(queryOfFilters({ ...noFilters, city }), { replace: true })
    else if (isPlain && !state?.whole) setQuery(query, { replace: true, state: WHOLE })
  }, [city, isPlain, state, query, setQuery])

  const go = (next: Filters): void => {
    const address = queryOfFilters(next)
    setQuery(address, address.size === 0 ? { state: WHOLE } : {})
  }
  return {
    filters,
    apply: (next) => {
      if (next.city !== filters.city) chooseCity(next.city)
      go(next)
    },
    clear: () => {
      chooseCity('')
      go(cleared(filters))
    },
  }
}
