import { describe, expect, it } from 'vitest'
import { aCategory, anEvent, cartItem } from '../../../tests/support/concerts/plain-rows.ts'
import { addToCart, readCart, seatCount, writeCart, type CartItem } from './cart.ts'
import {
  addSeat,
  newCartItem,
  orderLinesOf,
  putBackLines,
  removeLine,
  removeSeat,
  restoreLine,
  withoutOrdered,
  replaceSeats,
} from './cart-changes.ts'
import { withCatalogueData, isLost, isPayable, lineState } from './line-state.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { standingPlaces } from '#shop/seats/standing.ts'
import { sameLines } from '#shop/orders/order.ts'

const gold = aCategory({ totalTickets: 40, gridColumns: 7 })
const silver = aCategory({ id: 'silver', name: 'Silver', price: 89_900, totalTickets: 40, gridColumns: 7 })
const event = anEvent({ date: '2026-12-05T14:00:00Z', categories: [gold, silver] })
const line = (seats: string[], category = gold, now = 1): CartItem => newCartItem(event, category, seats, 'chand', now)
const before = new Date('2026-12-05T13:59:59Z')

describe('adding to the cart', () => {
  it('makes a line with the chosen event, category and seats', () => {
    expect(line(['A1', 'A2'], gold, 1764800000000)).toEqual(
      cartItem(['A1', 'A2'], {
        ...{ id: 'e1_gold_1764800000000', eventName: 'Meher Qazi - Mumbai', price: 150_000, image: 'chand' },
        ...{ date: '2026-12-05T14:00:00Z', venue: 'Saptak Hall' },
      }),
    )
  })

  it('merges the same event and category without repeating a seat', () => {
    const first = addToCart([], line(['A1', 'A2'], gold, 1), 10).items
    const { items, added } = addToCart(first, line(['A2', 'A3'], gold, 2), 10)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ id: 'e1_gold_1', seats: ['A1', 'A2', 'A3'], quantity: 3 })
    expect(added).toEqual(['A3'])
  })

  it('keeps another category apart', () => {
    expect(addToCart(addToCart([], line(['A1']), 10).items, line(['A1'], silver), 10).items).toHaveLength(2)
  })

  it('stops at ten seats and returns the rest', () => {
    const seats = (from: number, n: number) => Array.from({ length: n }, (_, i) => `A${from + i}`)
    const nine = addToCart([], line(seats(1, 9)), 10).items
    expect(addToCart(nine, line(['A10']), 10).left).toEqual([])
    const { items, added, left } = addToCart(nine, line(['A10', 'A11', 'A12']), 10)
    expect(items[0]!.quantity).toBe(10)
    expect([added, left]).toEqual([['A10'], ['A11', 'A12']])
    expect(addToCart(items, line(['A11']), 10)).toEqual({ items, added: [], left: ['A11'] })
  })
})

describe('changing a line', () => {
  const items = [line(['A4', 'A5'])]
  const id = items[0]!.id

  it('+ appends a seat, − removes the seat added last', () => {
    const more = addSeat(items, id, 'A3', 10)
    expect(more[0]).toMatchObject({ seats: ['A4', 'A5', 'A3'], quantity: 3 })
    expect(removeSeat(more, id)).toEqual(items)
  })

  it('never goes below one seat or above ten', () => {
    const one = removeSeat(items, id)
    expect(one[0]!.quantity).toBe(1)
    expect(removeSeat(one, id)).toEqual(one)
    let many = items
    for (let n = 10; n < 30; n++) many = addSeat(many, id, `B${n}`, 10)
    expect(many[0]!.quantity).toBe(10)
  })

  it('ignores a seat that it has and a line that is gone', () => {
    expect(addSeat(items, id, 'A4', 10)).toEqual(items)
    expect(addSeat(items, 'other', 'A9', 10)).toEqual(items)
  })

  it('replaces seats: kept ones first, at the current price, and never with none', () => {
    const two = [items[0]!, line(['B1'], silver)]
    const dearer = newCartItem(event, { ...gold, price: 160_000 }, ['A2', 'A5', 'A6'], 'chand', 9)
    const changed = replaceSeats(two, id, dearer, 10)
    expect(changed[0]).toEqual({ ...two[0], price: 160_000, seats: ['A5', 'A2', 'A6'], quantity: 3 })
    expect(changed[1]).toBe(two[1])
    expect(replaceSeats(two, id, { ...dearer, seats: [] }, 10)).toEqual(two)
    expect(replaceSeats(two, 'other', dearer, 10)).toEqual(two)
    const many = Array.from({ length: 12 }, (_, n) => `C${n + 1}`)
    expect(replaceSeats(two, id, { ...dearer, seats: many }, 10)[0]!.quantity).toBe(10)
  })

  it('restores a removed line in its place and merges seats added since', () => {
    const two = [items[0]!, line(['B1'], silver)]
    const removed = removeLine(two, id)
    expect(restoreLine(removed, two[0]!, 0, 10)).toEqual(two)
    const meanwhile = addToCart(removed, line(['A5', 'A6'], gold, 9), 10).items
    expect(restoreLine(meanwhile, two[0]!, 0, 10)[1]!.seats).toEqual(['A5', 'A6', 'A4'])
  })
})

describe('standing places', () => {
  const floor = { ...gold, id: 'floor', name: 'Floor', standing: true }
  const people = (n: number, now = 1): CartItem => line(standingPlaces(n), floor, now)

  it('are added up, to the limit of a line', () => {
    const two = addToCart([], people(2), 10).items
    expect(addToCart(two, people(3, 9), 10)).toMatchObject({
      items: [{ id: 'e1_floor_1', quantity: 5, seats: ['1', '2', '3', '4', '5'] }],
      left: [],
    })
    expect(addToCart(two, people(9), 10)).toMatchObject({ items: [{ quantity: 10 }], left: ['11'] })
  })

  it('go up and down by one, and undo in any order', () => {
    const two = [people(2)]
    const { id } = two[0]!
    const three = addSeat(two, id, '3', 10)
    expect(three[0]).toMatchObject({ quantity: 3, seats: ['1', '2', '3'] })
    expect(removeSeat(three, id, '1')[0]).toMatchObject({ quantity: 2, seats: ['1', '2'] })
  })

  it('replace seats of a category that became standing', () => {
    const seated = [{ ...line(['A1', 'A2'], gold), categoryId: 'floor' }]
    expect(addToCart(seated, people(1), 10).items).toMatchObject([{ quantity: 1, seats: ['1'] }])
  })

  it('leave the cart once ordered, all but those added since', () => {
    const ordered = orderLinesOf([people(2)])
    expect(withoutOrdered([people(2)], ordered)).toEqual([])
    expect(withoutOrdered([people(3)], ordered, Infinity, 50)).toMatchObject([
      { id: 'e1_floor_50', quantity: 1, seats: ['1'] },
    ])
    expect(withoutOrdered([people(3, 2000)], ordered, 1000)).toEqual([people(3, 2000)])
  })

  it('come back once, however often they are put back', () => {
    const putBack = (items: CartItem[], item: CartItem) => putBackLines(items, [item], [], 10)
    const back = putBack([], people(2))
    expect(back).toMatchObject([{ quantity: 2 }])
    expect(putBack(back, people(2))).toEqual(back)
    expect(putBack(back, people(3))).toMatchObject([{ quantity: 3, seats: ['1', '2', '3'] }])
    expect(putBack([line(['A1'])], line(['A2']))).toMatchObject([{ seats: ['A1', 'A2'] }])
  })

  it('replace the ordered ones and keep those added later', () => {
    const ordered = orderLinesOf([people(3)])
    expect(putBackLines([people(5)], [people(3)], ordered, 10)).toMatchObject([{ quantity: 5 }])
    expect(putBackLines([people(5)], [people(1)], ordered, 10)).toMatchObject([{ quantity: 3, seats: ['1', '2', '3'] }])
    expect(putBackLines([people(3)], [people(2)], ordered, 10)).toMatchObject([{ quantity: 2 }])
    expect(
      putBackLines([line(['A1', 'A2', 'A3'])], [line(['A1'])], orderLinesOf([line(['A1', 'A2'])]), 10),
    ).toMatchObject([{ seats: ['A3', 'A1'] }])
  })
})

describe('an order and its cart', () => {
  const items = [line(['A1', 'A2']), line(['B1'], silver)]

  it('orders each category once', () => {
    expect(orderLinesOf(items)).toEqual([
      { ticketCategoryId: 'gold', seats: ['A1', 'A2'] },
      { ticketCategoryId: 'silver', seats: ['B1'] },
    ])
  })

  it('counts its seats', () => {
    expect(seatCount(items)).toBe(3)
  })

  it('removes ordered seats and keeps those added since', () => {
    expect(withoutOrdered(items, orderLinesOf(items))).toEqual([])
    expect(withoutOrdered(items, [{ ticketCategoryId: 'gold', seats: ['A1', 'Z9'] }])).toMatchObject([
      { seats: ['A2'], quantity: 1 },
      { seats: ['B1'] },
    ])
    expect(withoutOrdered(items, [{ ticketCategoryId: 'gold', seats: ['B1'] }])).toEqual(items)
  })

  it('keeps a line that was made after the order', () => {
    const [first] = items
    const later = { ...first!, id: 'e_gold_2000' }
    const ordered = [{ ticketCategoryId: 'gold', seats: ['A1', 'A2'] }]
    expect(withoutOrdered([later], ordered, 1000)).toEqual([later])
    expect(withoutOrdered([later], ordered, 3000)).toEqual([])
  })

  it('gives the same order for any arrangement of lines and seats', () => {
    const lines = orderLinesOf(items)
    expect(sameLines(lines, [lines[1]!, { ...lines[0]!, seats: ['A2', 'A1'] }])).toBe(true)
    expect(sameLines(lines, [lines[1]!, { ...lines[0]!, seats: ['A2'] }])).toBe(false)
    expect(sameLines(lines, lines.slice(1))).toBe(false)
  })
})

describe('a line beside the catalogue', () => {
  it.each([
    ['on-sale', event, before, true],
    ['over', event, new Date('2026-12-05T14:00:00Z'), true],
    ['cancelled', { ...event, status: 'cancelled' }, before, true],
    ['gone', { ...event, categories: [silver] }, before, true],
    ['gone', null, before, true],
    ['unknown', null, before, false],
    ['unknown', undefined, before, true],
  ] as [string, CatalogueEvent | null | undefined, Date, boolean][])('is %s', (state, known, now, synced) => {
    expect(lineState(line(['A1']), known, now, synced)).toBe(state)
  })

  it('waits while the sale is paused or outside its window, unless an order holds it', () => {
    const [gold] = event.categories
    const sold = (patch: object): CatalogueEvent => ({ ...event, categories: [{ ...gold!, ...patch }] })
    const cases: [string, CatalogueEvent][] = [
      ['paused', { ...event, pausedAt: before.toISOString() }],
      ['before', sold({ saleFrom: new Date(before.getTime() + 1).toISOString() })],
      ['ended', sold({ saleUntil: before.toISOString() })],
    ]
    for (const [state, known] of cases) {
      const found = lineState(line(['A1']), known, before, true)
      expect([found, isPayable(found), isLost(found)]).toEqual([state, false, false])
      expect(lineState(line(['A1']), known, before, true, true)).toBe('on-sale')
    }
    expect(lineState(line(['A1']), { ...event, status: 'cancelled' }, before, true, true)).toBe('cancelled')
  })

  it('can be paid when it is on sale or unknown', () => {
    expect((['on-sale', 'unknown', 'cancelled', 'over', 'gone'] as const).filter(isPayable)).toEqual([
      'on-sale',
      'unknown',
    ])
  })

  it('follows a change of price, date or venue', () => {
    const item = line(['A1'])
    expect(withCatalogueData(item, event)).toBe(item)
    expect(withCatalogueData(item, null)).toBe(item)
    const changed = { ...event, venue: 'Harbour Shed', categories: [{ ...gold, price: 175_000 }] }
    expect(withCatalogueData(item, changed)).toMatchObject({ price: 175_000, venue: 'Harbour Shed', seats: ['A1'] })
    expect(withCatalogueData(item, { ...event, date: '2026-12-05T19:30:00+05:30' })).toBe(item)
  })

  it('keeps the names of sections, and follows a new name', () => {
    const planned = (name: string) => ({
      ...gold,
      layout: { id: 'hall', name: 'Hall', stage: 'top', sections: [{ code: 'FRNT', name, rows: [] }] },
    })
    const item = newCartItem(event, planned('Front stalls'), ['FRNT-A9'], 'jaali', 1)
    expect(readCart(writeCart([item]), 10)[0]).toMatchObject({ sections: { FRNT: 'Front stalls' } })
    expect(withCatalogueData(item, { ...event, categories: [planned('Front stalls')] })).toBe(item)
    const renamed = withCatalogueData(item, { ...event, categories: [planned('First rows')] })
    expect(renamed.sections).toEqual({ FRNT: 'First rows' })
  })
})

describe('the stored cart', () => {
  it.each([null, '', '{', '[]', 'null', '{"items":3}', '{"items":[null,{},{"id":"x"}]}'])('reads %j as empty', (text) =>
    expect(readCart(text, 10)).toEqual([]),
  )

  it('corrects quantities and merges repeated categories', () => {
    const text = JSON.stringify({ items: [{ ...line(['A1', 'A1']), quantity: 7 }, line(['A2'], gold, 2)] })
    expect(readCart(text, 10)).toMatchObject([{ seats: ['A1', 'A2'], quantity: 2 }])
  })

  it('drops a line with an invalid price', () => {
    const items = [-1, '5'].map((price) => ({ ...line(['A1']), price }))
    expect(readCart(JSON.stringify({ items }), 10)).toEqual([])
  })
})
