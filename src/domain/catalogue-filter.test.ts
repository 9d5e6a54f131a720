import { describe, expect, it } from 'vitest'
import { events } from '../../tests/support/few-concerts.ts'
import { filterEvents, matchesText, nearestEvent, type Filters } from './catalogue-filter.ts'
import type { CatalogueEvent } from './catalogue.ts'

const none: Filters = { text: '', city: '', day: '', genres: [] }
const ids = (list: readonly CatalogueEvent[]): string[] => list.map(({ id }) => id)

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
  it('take what is typed as text, not as a pattern', () => {
    expect(matchesText(events[0] as CatalogueEvent, '(')).toBe(false)
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
