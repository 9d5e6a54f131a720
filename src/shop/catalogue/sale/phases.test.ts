import { describe, expect, test } from 'vitest'
import { plainCategory } from '../../../../tests/support/concerts/plain-rows.ts'
import { phasesLeft, priceNow, pricedAt, readPhases, type Phase } from './phases.ts'
import { nextSaleMoment } from './sale-window.ts'

const early: Phase = { name: 'Early bird', price: 500_00, until: '2026-11-27T12:30:00.000Z', untilSold: null }
const first: Phase = { name: 'First fifty', price: 300_00, until: null, untilSold: 50 }
const either: Phase = { name: 'Advance', price: 700_00, until: '2026-12-01T00:00:00.000Z', untilSold: 80 }
const at = (iso: string): number => Date.parse(iso)
const category = (phases: Phase[], ticketsSold = 0) => ({ id: 'gold', price: 900_00, ticketsSold, phases })
const before = at('2026-11-27T12:29:59.999Z')

describe('the price of a moment', () => {
  test.each([
    ['before the end of a phase', [early], 0, before, 500_00],
    ['from its moment on', [early], 0, at('2026-11-27T12:30:00.000Z'), 900_00],
    ['with one ticket left of a phase', [first], 49, before, 300_00],
    ['once its last is sold', [first], 50, before, 900_00],
    ['the first phase that has not ended', [first, early, either], 50, before, 500_00],
    ['whichever of both ends comes first: the number', [either], 80, before, 900_00],
    ['whichever of both ends comes first: the time', [either], 79, at('2026-12-01T00:00:00.000Z'), 900_00],
    ['without phases', [], 0, before, 900_00],
  ])('%s', (_, phases, sold, now, price) => {
    expect(priceNow(category(phases, sold), now)).toBe(price)
  })

  test('the phases that are left begin with the one in force', () => {
    expect(phasesLeft(category([first, early, either], 60), before)).toEqual([early, either])
  })
})

test('an event is priced again and again', () => {
  const event = { categories: [category([early]), category([])] }
  const now = pricedAt(event, before)
  expect(now.categories[0]).toMatchObject({ price: 500_00, lastPrice: 900_00 })
  expect(now.categories[1]).toBe(event.categories[1])
  expect(pricedAt(now, before)).toBe(now)
  expect(pricedAt(now, at('2026-11-28T00:00:00Z')).categories[0]).toMatchObject({ price: 900_00, lastPrice: 900_00 })
})

test('a page changes by itself when a phase ends', () => {
  const event = { date: '2026-12-20T13:30:00.000Z', categories: [{ ...plainCategory, ...category([early, either]) }] }
  expect(nextSaleMoment([event], before)).toBe(at('2026-11-27T12:30:00.000Z'))
  expect(nextSaleMoment([event], at('2026-11-27T12:30:00.000Z'))).toBe(at('2026-12-01T00:00:00.000Z'))
})

test('reads phases of the wire', () => {
  expect(readPhases([{ name: 'Early', price: 500.5, until: '2026-11-27T12:30:00Z', until_sold: null }])).toEqual([
    { name: 'Early', price: 500_50, until: '2026-11-27T12:30:00.000Z', untilSold: null },
  ])
  expect(readPhases([])).toEqual([])
})
