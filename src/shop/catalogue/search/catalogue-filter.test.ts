import { describe, expect, it } from 'vitest'
import { aCategory } from '../../../../tests/support/concerts/plain-rows.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { events } from '../../../../tests/support/concerts/few-concerts.ts'
import {
  eventsWithText,
  filterEvents as filter,
  nearestEvent as nearest,
  noFilters,
  type Filters,
} from './catalogue-filter.ts'
import { genres, type CatalogueEvent, type TicketCategory } from '../catalogue.ts'

const NOW = Date.parse('2026-12-01T00:00:00Z')
const none = noFilters
const filterEvents = (list: readonly CatalogueEvent[], filters: Filters, now = NOW) =>
  filter(list, filters, now, FIRST_TERMS)
const nearestEvent = (list: readonly CatalogueEvent[], filters: Filters) => nearest(list, filters, NOW, FIRST_TERMS)
const ids = (list: readonly CatalogueEvent[]): string[] => list.map(({ id }) => id)

describe('filters', () => {
  it('pass every event when empty', () => {
    expect(ids(filterEvents(events, none))).toEqual(['a', 'b', 'c', 'd'])
  })
  it('combine', () => {
    expect(ids(filterEvents(events, { ...none, text: 'meher', city: 'Bengaluru' }))).toEqual(['b'])
    expect(ids(filterEvents(events, { ...none, text: 'meher', genres: ['Jazz'] }))).toEqual([])
  })
  it('compare days in India', () => {
    expect(ids(filterEvents(events, { ...none, day: '2026-12-05' }))).toEqual(['a', 'c'])
    expect(ids(filterEvents(events, { ...none, day: '2026-12-04' }))).toEqual([])
  })
  it('pass events of the chosen categories, and none without a category', () => {
    expect(ids(filterEvents(events, { ...none, genres: ['Jazz', 'Classical'] }))).toEqual(['a', 'b', 'c'])
  })
  it('require every word, in any order', () => {
    expect(ids(filterEvents(events, { ...none, text: 'bandra  MEHER' }))).toEqual(['a'])
  })
  it('read the text literally, not as a pattern', () => {
    expect(eventsWithText(events, '(')).toEqual([])
  })
})

describe('search words', () => {
  const found = (text: string, list: readonly CatalogueEvent[] = events): string[] => ids(eventsWithText(list, text))

  it.each([
    ['Mumbai', 'Bombay', 'मुंबई', 'मुम्बई'],
    ['Delhi', 'New Delhi', 'दिल्ली'],
    ['Bangalore', 'Bengaluru', 'बेंगलुरु', 'बंगळुरू', 'बंगळूर', 'बैंगलोर'],
    ['Chennai', 'Madras', 'चेन्नई'],
    ['Hyderabad', 'हैदराबाद'],
    ['Kolkata', 'Calcutta', 'कोलकाता', 'कलकत्ता'],
    ['Goa', 'गोवा'],
    ['Gurugram', 'gurgaon', 'Gurgaon '],
    ['Thiruvananthapuram', 'trivandrum'],
    ['Vadodara', 'baroda'],
  ])('find %s by any of its names, in English, Hindi and Marathi', (city, ...others) => {
    const [first] = events as [CatalogueEvent]
    const list = [{ ...first, city }, ...events.map((event) => ({ ...event, city: 'Nagpur', venue: 'Hall' }))]
    for (const name of [city, ...others]) expect(eventsWithText(list, name), name).toEqual([list[0]])
  })

  it.each([...genres])('find %s by its name', (genre) => {
    const list = genres.map((one) => ({ ...(events[3] as CatalogueEvent), genre: one, id: one }))
    expect(found(genre.toLowerCase(), list)).toEqual([genre])
  })

  it('match initials, before words that begin with the same letters', () => {
    const [first] = events as [CatalogueEvent]
    const named = (id: string, name: string, venue = 'Town Hall'): CatalogueEvent => ({
      ...{ ...first, id, venue, singer: { id, name } },
    })
    const list = [
      named('arena', 'Zoya Rahmani', 'Arena'),
      named('harbour', 'Zoya Rahmani', 'Harbour'),
      named('ar', 'A.R. Rahman'),
    ]
    expect(found('ar rahman', list)).toEqual(['ar', 'arena'])
    expect(found('a.r.rahman', list)).toEqual(['ar', 'arena'])
  })

  it('match with one slip in a word', () => {
    expect(found('mehr qazi')).toEqual(['a', 'b'])
    expect(found('mehre qzai')).toEqual(['a', 'b'])
    expect(found('clasical')).toEqual(['a', 'b'])
    expect(found('बेंगलूरु')).toEqual(['b'])
    expect(found('arkaa')).toEqual(['d'])
  })

  it('match with a slip only when nothing matches as typed, with any other filters', () => {
    const list = [...events, { ...(events[3] as CatalogueEvent), id: 'e', venue: 'Mehar Yard' }]
    expect(found('mehar', list)).toEqual(['e'])
    expect(ids(filterEvents(list, { ...none, text: 'mehar', city: 'Mumbai' }))).toEqual([])
    expect(found('mehrr', list)).toEqual(['a', 'b', 'e'])
  })
})

const category = (rupees: number, left = 5) =>
  aCategory({ id: `${rupees}`, price: rupees * 100, totalTickets: 5, ticketsSold: 5 - left })
const [first] = events as [CatalogueEvent]
const priced = (id: string, categories: TicketCategory[], more: Partial<CatalogueEvent> = {}): CatalogueEvent => ({
  ...first,
  id,
  categories,
  ...more,
})

describe('named days', () => {
  const at = (id: string, date: string): CatalogueEvent => ({ ...first, id, date })
  const list = [
    at('friday-noon', '2026-12-04T12:00:00+05:30'),
    at('friday-evening', '2026-12-04T19:00:00+05:30'),
    at('saturday', '2026-12-05T00:00:00+05:30'),
    at('sunday', '2026-12-06T23:59:00+05:30'),
    at('monday', '2026-12-07T00:00:00+05:30'),
    at('january', '2027-01-01T00:00:00+05:30'),
  ]
  it('match this weekend', () => {
    const weekend: Filters = { ...none, period: 'weekend' }
    expect(ids(filterEvents(list, weekend))).toEqual(['saturday', 'sunday'])
    const onFriday = Date.parse('2026-12-04T09:00:00+05:30')
    expect(ids(filterEvents(list, weekend, onFriday))).toEqual(['friday-evening', 'saturday', 'sunday'])
  })
  it('match this month', () => {
    expect(ids(filterEvents(list, { ...none, period: 'month' }))).toEqual(ids(list.slice(0, 5)))
  })
  it('are ignored when a day is set', () => {
    expect(ids(filterEvents(list, { ...none, period: 'weekend', day: '2026-12-07' }))).toEqual(['monday'])
  })
  it('combine with words, with slips, and with a city', () => {
    const period = 'weekend'
    expect(ids(filterEvents(events, { ...none, period, text: 'mehr' }))).toEqual(['a'])
    expect(ids(filterEvents(events, { ...none, period, text: 'मुंबई' }))).toEqual(['a'])
    expect(ids(filterEvents(events, { ...none, period, text: 'meher', city: 'Bangalore' }))).toEqual([])
  })
})

describe('prices', () => {
  // ₹1,000 is ₹1,210 all in, ₹2,000 is ₹2,390.
  const list = [
    priced('cheap', [category(1000)]),
    priced('dear', [category(2000)]),
    priced('both', [category(2000), category(1000)]),
    priced('cheap-gone', [category(1000, 0), category(2000)]),
    priced('gone', [category(1000, 0)]),
    priced('off', [category(1000)], { status: 'cancelled' }),
    priced('over', [category(1000)], { date: '2026-11-30T14:00:00Z' }),
  ]
  const within = (minPrice: number | null, maxPrice: number | null): string[] =>
    ids(filterEvents(list, { ...none, minPrice, maxPrice }))

  it('compare the all-in price of one ticket still on sale, both limits included', () => {
    expect(within(null, 121_000)).toEqual(['cheap', 'both'])
    expect(within(null, 120_999)).toEqual([])
    expect(within(239_000, null)).toEqual(['dear', 'both', 'cheap-gone'])
    expect(within(239_001, null)).toEqual([])
    expect(within(121_001, 238_999)).toEqual([])
  })
  it('do not exclude sold-out events without a price filter', () => {
    expect(within(null, null)).toEqual(ids(list))
  })
  it('sort the cheapest first, equals by date, sold-out events last', () => {
    expect(ids(filterEvents(list, { ...none, sort: 'price' }))).toEqual([
      'cheap',
      'both',
      'dear',
      'cheap-gone',
      'gone',
      'off',
      'over',
    ])
  })
  it('apply to events found with a slip in a word', () => {
    expect(ids(filterEvents(list, { ...none, text: 'mehr', maxPrice: 200_000, sort: 'price' }))).toEqual([
      'cheap',
      'both',
    ])
  })
})

describe('the nearest event, when nothing passes', () => {
  it('first drops the day', () => {
    expect(nearestEvent(events, { ...none, text: 'meher', day: '2026-12-10' })?.id).toBe('b')
    expect(nearestEvent(events, { ...none, text: 'meher', day: '2026-12-06' })?.id).toBe('a')
  })
  it('drops named days, too', () => {
    expect(nearestEvent(events, { ...none, text: 'arka', period: 'weekend' })?.id).toBe('d')
  })
  it('then drops category and price', () => {
    expect(nearestEvent(events, { ...none, text: 'arka', genres: ['Jazz'], maxPrice: 100 })?.id).toBe('d')
  })
  it('then drops the words, but not the city', () => {
    expect(nearestEvent(events, { ...none, text: 'nobody', city: 'Goa' })?.id).toBe('d')
    expect(nearestEvent(events, { ...none, city: 'Pune' })).toBeNull()
  })
  it('is never a cancelled one', () => {
    const cancelled = events.map((one) => (one.id === 'd' ? { ...one, status: 'cancelled' as const } : one))
    expect(nearestEvent(cancelled, { ...none, text: 'nobody', city: 'Goa' })).toBeNull()
  })
})
