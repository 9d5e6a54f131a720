import { describe, expect, it } from 'vitest'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { noFilters, type Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { events } from '../../../../tests/support/concerts/few-concerts.ts'
import { chosenFilters, blockingFilters, filtersOfQuery, queryOfFilters, toggled, without } from './concert-filters.ts'

const read = (query: string): Filters => filtersOfQuery(new URLSearchParams(query))
const NOW = Date.parse('2026-12-01T00:00:00Z')

describe('filters in the address', () => {
  it('survive a round trip', () => {
    const filters: Filters = {
      text: 'Meher & co',
      city: 'Bangalore',
      day: '2026-12-05',
      period: null,
      genres: ['Rock', 'Jazz'],
      minPrice: 50_000,
      maxPrice: 200_000,
      sort: 'price',
    }
    const query = queryOfFilters(filters)
    expect(query.toString()).toBe(
      'q=Meher+%26+co&city=Bangalore&date=2026-12-05&category=Rock&category=Jazz&min=500&max=2000&sort=price',
    )
    expect(filtersOfQuery(query)).toEqual(filters)
    for (const period of ['weekend', 'month'] as const)
      expect(read(queryOfFilters({ ...noFilters, period }).toString())).toEqual({ ...noFilters, period })
  })
  it('leave the address plain when none are set', () => {
    expect(queryOfFilters(noFilters).toString()).toBe('')
    expect(read('')).toEqual(noFilters)
  })
  it('ignore unknown dates and categories', () => {
    expect(read('date=tomorrow&category=Polka&category=Pop')).toEqual({ ...noFilters, genres: ['Pop'] })
    expect(read('date=2026-02-30')).toEqual(noFilters)
  })
  it.each(['when=someday', 'min=cheap', 'max=-5', 'min=1.5', 'max=1e3', 'min=99999999', 'max=', 'sort=name'])(
    'ignore an invalid value: %s',
    (query) => {
      expect(read(query)).toEqual(noFilters)
    },
  )
  it('prefer a day to a period, and accept prices either way round', () => {
    expect(read('date=2026-12-05&when=weekend')).toEqual({ ...noFilters, day: '2026-12-05' })
    expect(read('min=2000&max=500')).toEqual({ ...noFilters, minPrice: 50_000, maxPrice: 200_000 })
    expect(queryOfFilters({ ...noFilters, minPrice: 200_000, maxPrice: 50_000 }).toString()).toBe('min=500&max=2000')
  })
  it('have one address per choice, whatever the order of presses', () => {
    const one = toggled(toggled([], 'Jazz'), 'Rock')
    const other = toggled(toggled([], 'Rock'), 'Jazz')
    expect(queryOfFilters({ ...noFilters, genres: one }).toString()).toBe(
      queryOfFilters({ ...noFilters, genres: other }).toString(),
    )
    expect(toggled(one, 'Jazz')).toEqual(['Rock'])
  })
})

describe('set filters', () => {
  const all = read('q=meher&city=Goa&when=month&category=Jazz&category=Pop&max=900&sort=price')

  it('are counted one by one, without the sort order', () => {
    expect(chosenFilters(all).map(({ kind, genre }) => genre ?? kind)).toEqual([
      'text',
      'city',
      'days',
      'Pop',
      'Jazz',
      'price',
    ])
    expect(chosenFilters({ ...noFilters, sort: 'price' })).toEqual([])
  })
  it('are removed one at a time', () => {
    for (const { kind, genre, rest } of chosenFilters(all)) {
      const left = chosenFilters(rest).map((one) => one.genre ?? one.kind)
      expect(left).toHaveLength(5)
      expect(left).not.toContain(genre ?? kind)
      expect(rest.sort).toBe('price')
    }
    expect(without(read('date=2026-12-05'), 'days')).toEqual(noFilters)
  })
})

describe('filters in the way', () => {
  it('are those whose removal finds something', () => {
    const filters = read('q=meher&city=Goa&category=Rock')
    expect(blockingFilters(events, filters, NOW, FIRST_TERMS)).toEqual([])
    const found = blockingFilters(events, read('q=meher&city=Goa'), NOW, FIRST_TERMS)
    expect(found.map(({ kind, n }) => [kind, n])).toEqual([
      ['text', 1],
      ['city', 2],
    ])
  })
  it('treat all categories as one, and allow a typing slip in the text', () => {
    const filters = read('q=mehr&category=Rock&category=Pop&when=weekend')
    const found = blockingFilters(events, filters, NOW, FIRST_TERMS)
    expect(found.map(({ kind, n }) => [kind, n])).toEqual([['genres', 1]])
    expect(found[0]?.rest).toEqual(read('q=mehr&when=weekend'))
  })
  it('count the whole list when the only filter is removed', () => {
    expect(blockingFilters(events, read('city=Pune'), NOW, FIRST_TERMS).map(({ kind, n }) => [kind, n])).toEqual([
      ['city', 4],
    ])
  })
})
