import { describe, expect, it } from 'vitest'
import { filtersOfQuery, noFilters, queryOfFilters, toggled } from './concert-filters.ts'

describe('filters in the address', () => {
  it('come back as they were', () => {
    const filters = { text: 'Meher & co', city: 'Bangalore', day: '2026-12-05', genres: ['Rock', 'Jazz'] as const }
    const query = queryOfFilters(filters)
    expect(filtersOfQuery(new URLSearchParams(query.toString()))).toEqual({ ...filters, genres: ['Rock', 'Jazz'] })
  })
  it('leave a plain address when there are none', () => {
    expect(queryOfFilters(noFilters).toString()).toBe('')
    expect(filtersOfQuery(new URLSearchParams(''))).toEqual(noFilters)
  })
  it('ignore what is no date and no category', () => {
    expect(filtersOfQuery(new URLSearchParams('date=tomorrow&category=Polka&category=Pop'))).toEqual({
      ...noFilters,
      genres: ['Pop'],
    })
  })
  it('have one address for one choice, whatever the order of pressing', () => {
    const one = toggled(toggled([], 'Jazz'), 'Rock')
    const other = toggled(toggled([], 'Rock'), 'Jazz')
    expect(queryOfFilters({ ...noFilters, genres: one }).toString()).toBe(
      queryOfFilters({ ...noFilters, genres: other }).toString(),
    )
    expect(toggled(one, 'Jazz')).toEqual(['Rock'])
  })
})
