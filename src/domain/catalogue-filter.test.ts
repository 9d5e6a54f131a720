import { describe, expect, it } from 'vitest'
import { events } from '../../tests/support/few-concerts.ts'
import { eventsWithText, filterEvents, nearestEvent, type Filters } from './catalogue-filter.ts'
import { genres, type CatalogueEvent } from './catalogue.ts'

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
    expect(eventsWithText(events, '(')).toEqual([])
  })
})

describe('words', () => {
  const found = (text: string, list: readonly CatalogueEvent[] = events): string[] => ids(eventsWithText(list, text))

  it.each([
    ['Mumbai', 'Bombay', 'मुंबई', 'मुम्बई'],
    ['Delhi', 'New Delhi', 'दिल्ली'],
    ['Bangalore', 'Bengaluru', 'बेंगलुरु', 'बंगळुरू', 'बंगळूर', 'बैंगलोर'],
    ['Chennai', 'Madras', 'चेन्नई'],
    ['Hyderabad', 'हैदराबाद'],
    ['Kolkata', 'Calcutta', 'कोलकाता', 'कलकत्ता'],
    ['Goa', 'गोवा'],
  ])('find %s by any of its names, in English, Hindi and Marathi', (city, ...others) => {
    const [first] = events as [CatalogueEvent]
    const list = [{ ...first, city }, ...events.map((event) => ({ ...event, city: 'Pune', venue: 'Hall' }))]
    for (const name of [city, ...others]) expect(eventsWithText(list, name), name).toEqual([list[0]])
  })

  it.each([...genres])('find %s by its name', (genre) => {
    const list = genres.map((one) => ({ ...(events[3] as CatalogueEvent), genre: one, id: one }))
    expect(found(genre.toLowerCase(), list)).toEqual([genre])
  })

  it('find with one slip in a word', () => {
    expect(found('mehr qazi')).toEqual(['a', 'b'])
    expect(found('mehre qzai')).toEqual(['a', 'b'])
    expect(found('clasical')).toEqual(['a', 'b'])
    expect(found('बेंगलूरु')).toEqual(['b'])
    expect(found('arkaa')).toEqual(['d'])
  })

  it('find with a slip only where nothing is found as it was typed, whatever else is wished for', () => {
    const list = [...events, { ...(events[3] as CatalogueEvent), id: 'e', venue: 'Mehar Yard' }]
    expect(found('mehar', list)).toEqual(['e'])
    expect(ids(filterEvents(list, { ...none, text: 'mehar', city: 'Mumbai' }))).toEqual([])
    expect(found('mehrr', list)).toEqual(['a', 'b', 'e'])
  })

  it('find nothing for two slips in one word, or a slip in a short one', () => {
    expect(found('mhr')).toEqual([])
    expect(found('gos')).toEqual([])
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
