import { expect, test } from 'vitest'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { isShared, languages, offerOf, shareState, shareText } from './share-words.ts'

const now = Date.parse('2026-11-25T06:30:00Z')
const event = {
  ...{ singerName: 'Aarti Ankalikar', venue: 'Tilak Smarak', city: 'Pune', date: '2026-12-05T13:30:00.000Z' },
  ...{ status: 'scheduled', categories: 2, soldOut: false, saleFrom: null, saleUntil: null },
  ...{ publishedAt: '2026-11-20T06:30:00.000Z', pausedAt: null },
} as EventListRow
const zone = (price: number, change: Partial<CategoryListRow> = {}) =>
  ({
    price,
    phases: [],
    ticketsSold: 0,
    ticketsKept: 0,
    totalTickets: 10,
    free: false,
    hidden: false,
    ...change,
  }) as Pick<CategoryListRow, 'price' | 'phases' | 'ticketsSold' | 'ticketsKept' | 'totalTickets' | 'free' | 'hidden'>
const offers = (
  zones: ReturnType<typeof zone>[],
  hasPayee = true,
  state: Parameters<typeof offerOf>[0] = { kind: 'on-sale' },
) => offerOf(state, zones, { hasPayee, allIn: (price) => price + 3_000, now })
const link = 'https://shop.example/events/1'
const texts = (offer: ReturnType<typeof offers>) =>
  languages.map((said) => shareText(event, offer, link, said).split('\n'))

test('says the price of the cheapest seat that is left and anyone may buy, with tax and fee', () => {
  const early = { name: 'Early', price: 50_000, until: '2026-11-26T06:30:00.000Z', untilSold: null }
  expect(offers([zone(90_000), zone(70_000, { ticketsSold: 10 }), zone(60_000, { hidden: true })])?.from).toBe(93_000)
  // The paper outlives an early price.
  expect(offers([zone(90_000, { phases: [early] })])?.from).toBe(93_000)
  expect(offers([zone(0, { free: true })])?.from).toBe(0)
  expect(offers([zone(0, { free: true }), zone(90_000)])?.from).toBeNull()
})

test('says nothing of tickets that cannot be bought', () => {
  expect(offers([zone(90_000)], false)).toBeNull()
  expect(offers([zone(90_000), zone(0, { free: true })], false)?.from).toBe(0)
  for (const kind of ['paused', 'sold-out', 'ended', 'no-categories', 'draft', 'over', 'cancelled'] as const)
    expect(offers([zone(90_000)], true, { kind })).toBeNull()
})

test('writes what goes to a chat in three languages', () => {
  expect(texts(offers([zone(90_000)]))).toEqual([
    ['Aarti Ankalikar', 'Sat 5 Dec 2026, 7:00 pm', 'Tilak Smarak, Pune', `Tickets from ₹930: ${link}`],
    ['Aarti Ankalikar', 'शनि 5 दिसंबर 2026, शाम 7:00 बजे', 'Tilak Smarak, Pune', `टिकट ₹930 से: ${link}`],
    ['Aarti Ankalikar', 'शनि 5 डिसेंबर 2026, सायंकाळी 7:00', 'Tilak Smarak, Pune', `तिकिटे ₹930 पासून: ${link}`],
  ])
  expect(texts(null).map((lines) => lines[3])).toEqual([
    `All about it: ${link}`,
    `पूरी जानकारी: ${link}`,
    `सविस्तर माहिती: ${link}`,
  ])
  const before = offers([zone(90_000)], true, { kind: 'before', at: '2026-11-27T06:30:00.000Z' })
  expect(texts(before)[0]?.[3]).toBe(`Tickets from ₹930, on sale from Fri 27 Nov 2026, 12:00 pm: ${link}`)
})

test('says that it is on sale only while it is', () => {
  const said = (change: Partial<EventListRow>, offer = offers([zone(90_000)])) =>
    shareState({ ...event, ...change }, offer, now)
  expect(said({})).toEqual({ head: 'It is on sale', why: null })
  expect(said({}, null)).toEqual({ head: 'Share it', why: null })
  expect(said({ pausedAt: event.publishedAt }, null).why).toContain('until you press Resume')
  expect(said({ publishedAt: null }).head).toBe('It is a draft')
  expect(said({ status: 'cancelled' }).head).toBe('It is cancelled')
  expect(said({ date: '2026-11-24T13:30:00.000Z' }).head).toBe('It is over')
  expect(
    [{}, { publishedAt: null }, { status: 'cancelled' as const }].map((change) =>
      isShared({ ...event, ...change }, now),
    ),
  ).toEqual([true, false, false])
})
