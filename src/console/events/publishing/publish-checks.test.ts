import { expect, test } from 'vitest'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { missingOf, publicityOf, salesWords } from './publish-checks.ts'

const now = Date.parse('2026-11-25T06:30:00Z')
const draft = {
  date: '2026-12-05T14:00:00.000Z',
  categories: 2,
  unpriced: 0,
  saleFrom: null,
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
})

test('a draft is a draft, paused or not', () => {
  expect(publicityOf({ publishedAt: null, pausedAt: draft.date })).toBe('draft')
  expect(publicityOf({ publishedAt: draft.date, pausedAt: null })).toBe('published')
  expect(publicityOf({ publishedAt: draft.date, pausedAt: draft.date })).toBe('paused')
})
