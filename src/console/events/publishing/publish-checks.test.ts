import { expect, test } from 'vitest'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { missingOf, publicityOf, resumedWords, salesWords, saleStateOf } from './publish-checks.ts'

const now = Date.parse('2026-11-25T06:30:00Z')
const draft = {
  date: '2026-12-05T14:00:00.000Z',
  status: 'scheduled',
  categories: 2,
  soldOut: false,
  unpriced: 0,
  saleFrom: null,
  saleUntil: null,
  publishedAt: null,
  pausedAt: null,
} as EventListRow

test('a draft with categories, prices and a date to come lacks nothing', () => {
  expect(missingOf(draft, now)).toEqual([])
})

test('says what is missing', () => {
  expect(missingOf({ ...draft, categories: 0 }, now)).toEqual(['It has no ticket category, so nothing can be bought.'])
  expect(missingOf({ ...draft, unpriced: 1 }, now)[0]).toContain('One ticket category has no price')
  expect(missingOf({ ...draft, unpriced: 2, date: '2026-11-24T14:00:00.000Z' }, now)).toEqual([
    '2 ticket categories have no price: their tickets cost only the fee.',
    'Its date, Tue 24 Nov 2026, 7:30 pm, is past.',
  ])
})

test('says what is sold once it is published', () => {
  expect(salesWords(draft, now)).toBe('Customers see it and can buy tickets at once.')
  expect(salesWords({ ...draft, saleFrom: '2026-11-27T06:30:00.000Z' }, now)).toBe(
    'Customers see it, and that tickets are sold from Fri 27 Nov 2026, 12:00 pm.',
  )
  expect(salesWords({ ...draft, saleFrom: '2026-11-25T06:30:00.000Z' }, now)).toContain('at once')
  expect(salesWords({ ...draft, pausedAt: draft.date }, now)).toContain('until you press Resume')
  expect(salesWords({ ...draft, categories: 0 }, now)).toContain('not on sale yet')
  expect(salesWords({ ...draft, soldOut: true }, now)).toContain('sold out')
  expect(salesWords({ ...draft, saleUntil: '2026-11-25T06:30:00.000Z' }, now)).toContain('its sale has ended')
})

test('a draft is a draft, paused or not', () => {
  expect(publicityOf({ publishedAt: null, pausedAt: draft.date })).toBe('draft')
  expect(publicityOf({ publishedAt: draft.date, pausedAt: null })).toBe('published')
  expect(publicityOf({ publishedAt: draft.date, pausedAt: draft.date })).toBe('paused')
})

test('an event is on sale only while a place is left and a window is open', () => {
  const event = { ...draft, publishedAt: draft.date }
  const kindOf = (change: Partial<EventListRow>) => saleStateOf({ ...event, ...change }, now).kind
  expect(kindOf({})).toBe('on-sale')
  expect(kindOf({ publishedAt: null })).toBe('draft')
  expect(kindOf({ status: 'cancelled', publishedAt: null })).toBe('cancelled')
  expect(kindOf({ date: '2026-11-24T14:00:00.000Z' })).toBe('over')
  expect(kindOf({ categories: 0 })).toBe('no-categories')
  expect(kindOf({ soldOut: true, pausedAt: draft.date })).toBe('sold-out')
  expect(kindOf({ saleUntil: '2026-11-25T06:30:00.000Z' })).toBe('ended')
  expect(kindOf({ saleUntil: '2026-11-25T06:30:01.000Z' })).toBe('on-sale')
  expect(kindOf({ pausedAt: draft.date })).toBe('paused')
  expect(saleStateOf({ ...event, saleFrom: '2026-11-27T06:30:00.000Z' }, now)).toEqual({
    kind: 'before',
    at: '2026-11-27T06:30:00.000Z',
  })
})

test('says what the end of a pause leads to', () => {
  const paused = { ...draft, publishedAt: draft.date, pausedAt: draft.date }
  expect(resumedWords(paused, now)).toBe('On sale again')
  expect(resumedWords({ ...paused, soldOut: true }, now)).toContain('No tickets are left')
  expect(resumedWords({ ...paused, saleUntil: '2026-11-24T06:30:00.000Z' }, now)).toContain('ended before')
  expect(resumedWords({ ...paused, saleFrom: '2026-11-27T06:30:00.000Z' }, now)).toContain('Fri 27 Nov 2026, 12:00 pm')
  expect(resumedWords({ ...paused, categories: 0 }, now)).toBe('The pause has ended')
})
