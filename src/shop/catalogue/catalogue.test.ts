import { describe, expect, it } from 'vitest'
import { aCategory, anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import {
  buyableCategories,
  canBeBought,
  categoryLeft,
  eventName,
  isToCome,
  lowStock,
  lowStockOfCategory,
  cheapestCategory,
  cheapestPaid,
  posterOf,
  posters,
  saleState,
  singersWithEvents,
  ticketsLeft,
} from './catalogue.ts'
import type { CatalogueEvent, TicketCategory } from './catalogue.ts'
import { sampleRating } from './sample-rating.ts'

const now = new Date('2026-12-01T12:00:00Z')
const category = (totalTickets: number, ticketsSold: number, price = 150_000) =>
  aCategory({ id: `c${totalTickets}-${ticketsSold}-${price}`, price, totalTickets, ticketsSold })
const cheapest = (...categories: TicketCategory[]) => cheapestCategory(event({ categories }), now)?.price
const event = (patch: Partial<CatalogueEvent> = {}) => anEvent({ categories: [category(500, 0)], ...patch })

describe('sale', () => {
  it('ends at the start, to the millisecond', () => {
    const date = now.toISOString()
    expect(isToCome(event({ date }), now.getTime() - 1)).toBe(true)
    expect(isToCome(event({ date }), now)).toBe(false)
    expect(isToCome(event({ date }), now.getTime() + 1)).toBe(false)
  })

  it('ends with a cancellation', () => {
    expect(isToCome(event({ status: 'cancelled' }), now)).toBe(false)
  })

  it('returns exactly one state', () => {
    const kind = (patch: Partial<CatalogueEvent>): string => saleState(event(patch), now, 100).kind
    expect(kind({})).toBe('on-sale')
    expect(kind({ categories: [] })).toBe('no-tickets')
    expect(kind({ categories: [category(10, 10)] })).toBe('sold-out')
    expect(canBeBought(event({ categories: [category(10, 10)] }), now)).toBe(false)
    expect(canBeBought(event({ categories: [category(10, 9)] }), now)).toBe(true)
    expect(canBeBought(event({ status: 'cancelled', categories: [category(10, 9)] }), now)).toBe(false)
    expect(kind({ status: 'cancelled', categories: [category(10, 10)] })).toBe('cancelled')
    expect(kind({ date: '2026-11-30T14:00:00Z', categories: [category(10, 10)] })).toBe('over')
    expect(saleState(event({ categories: [category(60, 0), category(40, 0)] }), now, 100)).toEqual({
      kind: 'few',
      left: 100,
    })
  })
})

describe('windows and pauses', () => {
  const at = (ms: number): string => new Date(now.getTime() + ms).toISOString()
  const opening = (ms: number, price?: number): TicketCategory => ({ ...category(500, 0, price), saleFrom: at(ms) })
  const ending = (ms: number): TicketCategory => ({ ...category(500, 0), saleUntil: at(ms) })
  const state = (...categories: TicketCategory[]): unknown => saleState(event({ categories }), now, 100)

  it('names the next opening, and sells what is open meanwhile', () => {
    expect(state(ending(0))).toEqual({ kind: 'ended' })
    expect(canBeBought(event({ categories: [opening(1)] }), now)).toBe(false)
    expect(state(opening(5000), opening(1000), ending(0))).toEqual({ kind: 'before', at: at(1000) })
    expect(state(opening(5000), category(500, 0))).toEqual({ kind: 'on-sale' })
    expect(state(opening(5000), category(60, 0))).toEqual({ kind: 'few', left: 60 })
    // What is sold out tells nothing of the sale.
    expect(state(opening(5000), category(10, 10))).toEqual({ kind: 'before', at: at(5000) })
    expect(state({ ...opening(5000), ticketsSold: 500 }, category(10, 10))).toEqual({ kind: 'sold-out' })
  })

  it('a pause comes before windows, and after the end of the event', () => {
    const paused = (patch: Partial<CatalogueEvent>): string =>
      saleState(event({ pausedAt: at(-1), ...patch }), now, 100).kind
    expect(paused({})).toBe('paused')
    expect(paused({ categories: [opening(1)] })).toBe('paused')
    expect(paused({ categories: [category(10, 10)] })).toBe('sold-out')
    expect(paused({ date: at(0) })).toBe('over')
    expect(paused({ status: 'cancelled' })).toBe('cancelled')
    expect(canBeBought(event({ pausedAt: at(-1) }), now)).toBe(false)
  })

  it('a shop without a UPI id sells what is free, and says of the rest that it is not on sale yet', () => {
    const free = { ...category(500, 0, 0), free: true }
    const without = (...categories: TicketCategory[]) => event({ noPayee: true, categories })
    expect(saleState(without(category(500, 0)), now, 100)).toEqual({ kind: 'not-yet' })
    expect(saleState(without(opening(1000)), now, 100)).toEqual({ kind: 'not-yet' })
    expect(saleState(without(category(500, 0), free), now, 100)).toEqual({ kind: 'on-sale' })
    expect(buyableCategories(without(category(500, 0), free), now)).toEqual([free])
    expect(saleState(without(category(500, 500)), now, 100)).toEqual({ kind: 'sold-out' })
  })

  it('shows the cheapest price that can be paid now, else later', () => {
    const dear = category(500, 0, 90_000)
    expect(cheapest(dear, opening(1, 50_000))).toBe(90_000)
    expect(cheapest({ ...dear, saleUntil: at(0) }, opening(1, 95_000))).toBe(95_000)
    expect(cheapestCategory(event({ pausedAt: at(-1), categories: [dear] }), now)?.price).toBe(90_000)
  })

  it('the lowest price beside free tickets is that of the cheapest ticket that is paid for', () => {
    const free = { ...category(500, 0, 0), free: true }
    const paid = (...categories: TicketCategory[]) => cheapestPaid(event({ categories }), now)
    expect(paid(category(500, 0, 90_000), free, category(500, 0, 60_000))).toBe(60_000)
    expect(paid(free, category(500, 500, 60_000))).toBeUndefined()
  })
})

describe('stock', () => {
  it('is never negative, even when counts disagree', () => {
    expect(categoryLeft(category(10, 12))).toBe(0)
    expect(ticketsLeft(event({ categories: [category(10, 12), category(10, 7)] }))).toBe(3)
  })

  it('leaves out what staff keep from the sale', () => {
    expect(categoryLeft({ ...category(10, 7), ticketsKept: 2 })).toBe(1)
    expect(saleState(event({ categories: [{ ...category(10, 7), ticketsKept: 3 }] }), now, 0).kind).toBe('sold-out')
  })

  it('warns for an event at 100 and below, not at 0', () => {
    const left = (n: number): number | null => lowStock(event({ categories: [category(1000, 1000 - n)] }), 100, now)
    expect([101, 100, 1, 0].map(left)).toEqual([null, 100, 1, null])
  })

  it('warns for a category at 20 and below, not at 0', () => {
    expect([21, 20, 1, 0].map((n) => lowStockOfCategory(category(100, 100 - n), 20))).toEqual([null, 20, 1, null])
  })
})

describe('minimum price', () => {
  it('is that of the cheapest category with tickets left, else of all; it may be zero, and is missing without any', () => {
    expect(cheapest(category(10, 10, 50_000), category(10, 9, 90_000))).toBe(90_000)
    expect(cheapest(category(10, 10, 50_000), category(10, 10, 90_000))).toBe(50_000)
    expect(cheapest(category(10, 0, 0))).toBe(0)
    expect(cheapest()).toBeUndefined()
  })
  it('returns the category itself and keeps the order of the categories', () => {
    const categories = [category(10, 0, 90_000), category(10, 10, 50_000), category(10, 0, 70_000)]
    expect(cheapestCategory(event({ categories }), now)).toBe(categories[2])
    expect(categories.map(({ price }) => price)).toEqual([90_000, 50_000, 70_000])
  })
})

describe('posters and sample ratings', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => `7f3c${i.toString(16).padStart(4, '0')}-aaaa-4aaa-8aaa-${i}`)

  it('are fixed for an event and use all ten posters about equally', () => {
    const uses = new Map<string, number>()
    for (const id of ids) {
      expect(posterOf(id)).toBe(posterOf(id))
      uses.set(posterOf(id), (uses.get(posterOf(id)) ?? 0) + 1)
    }
    expect([...uses.keys()].sort()).toEqual([...posters].sort())
    for (const n of uses.values()) expect(n).toBeGreaterThan(120)
  })

  it('stay in the stated ranges', () => {
    for (const id of ids) {
      const { rating, reviews } = sampleRating(id)
      expect(sampleRating(id)).toEqual({ rating, reviews })
      expect(rating >= 4 && rating <= 5).toBe(true)
      expect(Number.isInteger(reviews) && reviews >= 500 && reviews <= 3499).toBe(true)
    }
  })
})

describe('events by singer', () => {
  it('lists the singer who plays next first, and each singer’s dates in order', () => {
    const of = (id: string, singer: string, date: string): CatalogueEvent =>
      event({ id, singer: { id: singer, name: singer }, date })
    const grouped = singersWithEvents([
      of('c', 'Arka', '2027-01-01T00:00:00Z'),
      of('b', 'Ira', '2026-12-20T00:00:00+05:30'),
      of('a', 'Arka', '2026-12-10T00:00:00Z'),
      of('d', 'Ira', '2026-12-19T20:00:00Z'),
    ])
    expect(grouped.map(({ singer, events }) => [singer.name, events.map(({ id }) => id)])).toEqual([
      ['Arka', ['a', 'c']],
      ['Ira', ['b', 'd']],
    ])
  })

  it('names an event singer - city', () => {
    expect(eventName(event())).toBe('Meher Qazi - Mumbai')
  })
})
