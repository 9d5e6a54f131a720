import { expect, test } from 'vitest'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { paths } from '#ui/paths.ts'
import { daysWords, nextSteps, type ConcertFacts } from './next-steps.ts'

const now = Date.parse('2026-11-25T06:30:00Z')
const event = {
  id: '7d0c6a3e-0000-4000-8000-000000000001',
  singerName: 'Meher Qazi',
  date: '2026-12-05T14:00:00.000Z',
  status: 'scheduled',
  categories: 2,
  unpriced: 0,
  publishedAt: '2026-11-01T06:30:00Z',
  pausedAt: null,
} as EventListRow
const money = (change: object) =>
  ({
    undecided: { payments: 0, amount: 0 },
    total: { owed: 0, tickets: 0 },
    mayClose: false,
    closedAt: null,
    ...change,
  }) as ConcertFacts['settlement']
const ready: ConcertFacts = { event, hasPoster: true, staff: 2, settlement: money({}) }
const wordsOf = (change: Partial<ConcertFacts>, of: Partial<EventListRow> = {}) =>
  nextSteps({ ...ready, ...change, event: { ...event, ...of } }, now).map(({ words }) => words)

test('a concert that lacks nothing has nothing to do, and what is not known yet is not said', () => {
  expect(wordsOf({})).toEqual([])
  expect(wordsOf({ hasPoster: undefined, staff: undefined, settlement: undefined })).toEqual([])
})

test('money is first, then what keeps the concert from selling, then the door', () => {
  const settlement = money({ undecided: { payments: 3, amount: 300_000 }, total: { owed: 97_400, tickets: 4 } })
  expect(wordsOf({ settlement, hasPoster: false, staff: 0 }, { unpriced: 1, pausedAt: event.date })).toEqual([
    '3 payments of ₹3,000.00 to decide.',
    '₹974.00 to be paid back to customers.',
    '1 ticket category has no price: only the fee is paid.',
    'Its sale is paused: press Resume to go on.',
    'It has no poster of its own.',
    'No one but admins can scan its tickets or sell at its door.',
  ])
})

test('a draft is to be published, which the head of the page does; its door is not asked about yet', () => {
  const steps = nextSteps({ ...ready, staff: 0, event: { ...event, publishedAt: null, categories: 0 } }, now)
  expect(steps).toMatchObject([
    { words: 'It has no ticket category, so nothing can be bought.', way: { to: paths.adminEventTickets(event.id) } },
    { words: 'It is a draft: press Publish when customers may see it.', way: null },
  ])
})

test('on the day it leads to the door, and afterwards to the settlement until that is closed', () => {
  expect(wordsOf({}, { date: '2026-11-25T14:00:00.000Z' })).toEqual([
    'It is today: see who has come, and the devices at the doors.',
  ])
  const over = { date: '2026-11-24T14:00:00.000Z' }
  const sold = { mayClose: true, total: { owed: 0, tickets: 4 } }
  expect(wordsOf({ hasPoster: false, staff: 0, settlement: money(sold) }, over)).toEqual([
    'It is over: its settlement can be closed.',
  ])
  expect(wordsOf({ settlement: money({ ...sold, closedAt: over.date }) }, over)).toEqual([])
})

test('a cancelled concert asks for nothing but its money', () => {
  const settlement = money({ total: { owed: 97_400, tickets: 4 } })
  expect(wordsOf({ hasPoster: false, staff: 0, settlement }, { status: 'cancelled' })).toEqual([
    '₹974.00 to be paid back to customers.',
  ])
})

test('days are those of India', () => {
  expect(daysWords('2026-11-25T18:00:00Z', now)).toBe('today')
  expect(daysWords('2026-11-25T18:30:00Z', now)).toBe('tomorrow')
  expect(daysWords('2026-11-24T06:30:00Z', now)).toBe('yesterday')
  expect(daysWords(event.date, now)).toBe('in 10 days')
  expect(daysWords('2026-11-20T06:30:00Z', now)).toBe('5 days ago')
})
