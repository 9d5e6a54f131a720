import { describe, expect, it } from 'vitest'
import { filterEvents, matchesText, nearestEvent, type Filters } from './catalogue-filter.ts'
import { findSuggestions, fold } from './catalogue-search.ts'
import type { CatalogueEvent, Genre } from './catalogue.ts'

const event = (
  id: string,
  singer: string,
  city: string,
  venue: string,
  date: string,
  genre: Genre | null = null,
): CatalogueEvent => ({
  id,
  singer: { id: singer, name: singer },
  city,
  venue,
  date,
  previousDate: null,
  status: 'scheduled',
  genre,
  categories: [],
})
const events = [
  event('a', 'Meher Qazi', 'Mumbai', 'Saptak Hall, Bandra West', '2026-12-05T14:00:00Z', 'Classical'),
  event('b', 'Meher Qazi', 'Bangalore', 'Indigo Mill, Whitefield', '2026-12-11T14:00:00Z', 'Classical'),
  event('c', 'José Trio', 'Delhi', 'Mumbai Club', '2026-12-04T18:45:00Z', 'Jazz'),
  event('d', 'Arka Sen', 'Goa', 'Ferry Yard', '2027-02-01T14:00:00Z'),
]
const none: Filters = { text: '', city: '', day: '', genres: [] }
const ids = (list: readonly CatalogueEvent[]): string[] => list.map(({ id }) => id)

describe('suggestions', () => {
  it('are singers, then cities, then venues, nearest match first', () => {
    expect(findSuggestions(events, 'm').map(({ kind, name }) => [kind, name])).toEqual([
      ['singer', 'Meher Qazi'],
      ['city', 'Mumbai'],
      ['venue', 'Mumbai Club'],
      ['venue', 'Indigo Mill, Whitefield'],
    ])
  })

  it('find a city by its other name and a singer without the accent', () => {
    expect(findSuggestions(events, 'bengal')).toEqual([{ kind: 'city', name: 'Bangalore', eventIds: ['b'] }])
    expect(findSuggestions(events, 'jose')[0]?.name).toBe('José Trio')
  })

  it('carry every concert they stand for, by date', () => {
    expect(findSuggestions([...events].reverse(), 'qazi')[0]?.eventIds).toEqual(['a', 'b'])
  })

  it('are none for nothing, and none for what is not there', () => {
    expect(findSuggestions(events, '   ')).toEqual([])
    expect(findSuggestions(events, 'zzz')).toEqual([])
  })

  it('take what is typed as text, not as a pattern', () => {
    expect(findSuggestions(events, '.*')).toEqual([])
    expect(matchesText(events[0] as CatalogueEvent, '(')).toBe(false)
  })
})

describe('filters', () => {
  it('let everything through when there are none', () => {
    expect(ids(filterEvents(events, none))).toEqual(['a', 'b', 'c', 'd'])
  })
  it('combine', () => {
    expect(ids(filterEvents(events, { ...none, text: 'meher', city: 'Bengaluru' }))).toEqual(['b'])
    expect(ids(filterEvents(events, { ...none, text: 'meher', genres: ['Jazz'] }))).toEqual([])
  })
  it('take days in India', () => {
    expect(ids(filterEvents(events, { ...none, day: '2026-12-05' }))).toEqual(['a', 'c'])
    expect(ids(filterEvents(events, { ...none, day: '2026-12-04' }))).toEqual([])
  })
  it('show any of the chosen categories, and no event without one', () => {
    expect(ids(filterEvents(events, { ...none, genres: ['Jazz', 'Classical'] }))).toEqual(['a', 'b', 'c'])
  })
  it('want every word, in any order', () => {
    expect(ids(filterEvents(events, { ...none, text: 'bandra  MEHER' }))).toEqual(['a'])
  })
  it('fold case, accents and spaces', () => {
    expect(fold('  JOSÉ   Trio ')).toBe('jose trio')
  })
})

describe('the nearest, when nothing passes', () => {
  it('first gives up the day', () => {
    expect(nearestEvent(events, { ...none, text: 'meher', day: '2026-12-10' })?.id).toBe('b')
    expect(nearestEvent(events, { ...none, text: 'meher', day: '2026-12-06' })?.id).toBe('a')
  })
  it('then the words, but not the city', () => {
    expect(nearestEvent(events, { ...none, text: 'nobody', city: 'Goa' })?.id).toBe('d')
    expect(nearestEvent(events, { ...none, city: 'Pune' })).toBeNull()
  })
  it('is never a cancelled one', () => {
    const cancelled = events.map((one) => (one.id === 'd' ? { ...one, status: 'cancelled' as const } : one))
    expect(nearestEvent(cancelled, { ...none, text: 'nobody', city: 'Goa' })).toBeNull()
  })
})
