import { useLayoutEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { noFilters } from '#shop/catalogue/search/catalogue-filter.ts'
import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { chooseCity, chosenCity } from '#shop/catalogue/chosen-city.store.ts'
import { cleared, filtersOfQuery, queryOfFilters } from './concert-filters.ts'
import { WHOLE_LIST } from '../whole-list.ts'
import type { WholeList } from '../whole-list.ts'

/**
 * Returns the filters in the address. Without any, a new visit puts the last chosen city there; entries marked
 * WHOLE_LIST do not (docs/decisions/0028-finding.md).
 */
export function useConcertFilters(): {
  filters: Filters
  /** Remembers a changed city on this device; '' forgets it. */
  apply: (next: Filters) => void
  clear: () => void
} {
  const [query, setQuery] = useSearchParams()
  const location = useLocation()
  const state = location.state as WholeList | null
  const asked = filtersOfQuery(query)
  const isPlain = queryOfFilters(asked).toString() === ''
  const read = () => ({ key: location.key, city: isPlain && !state?.whole ? chosenCity() : null })
  // Once a visit: one that is chosen now is in the next address, and would be drawn before it.
  const [visit, setVisit] = useState(read)
  if (visit.key !== location.key) setVisit(read)
  const { city } = visit
  const filters = city === null ? asked : { ...noFilters, city }

  // Before the list can be seen: later it would undo a press that leads elsewhere.
  useLayoutEffect(() => {
    if (city !== null) setQuery(queryOfFilters({ ...noFilters, city }), { replace: true })
    else if (isPlain && !state?.whole) setQuery(query, { replace: true, state: WHOLE_LIST })
  }, [city, isPlain, state, query, setQuery])

  const go = (next: Filters): void => {
    const address = queryOfFilters(next)
    setQuery(address, address.toString() === '' ? { state: WHOLE_LIST } : {})
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
