import { expect, it } from 'vitest'
import { aCategory, anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { events as few } from '../../../tests/support/concerts/few-concerts.ts'
import type { CatalogueEvent } from './catalogue.ts'
import { otherDates, sameDay, stripEvents } from './other-dates.ts'

const NOW = Date.parse('2026-12-01T00:00:00Z')
const category = (ticketsSold: number) => aCategory({ totalTickets: 10, ticketsSold })
const meher = (id: string, date: string, more: Partial<CatalogueEvent> = {}): CatalogueEvent => ({
  ...(few[0] as CatalogueEvent),
  id,
  date,
  categories: [category(0)],
  ...more,
})
const here = meher('here', '2026-12-05T14:00:00Z', { categories: [category(10)] })
const ids = (list: readonly CatalogueEvent[]): string[] => list.map(({ id }) => id)

it('other dates of a singer: lists other events with seats left, the next one first', () => {
  const later = meher('later', '2027-01-09T14:00:00Z')
  const sooner = meher('sooner', '2026-12-12T14:00:00Z', { city: 'Pune' })
  const another = meher('another', '2026-12-06T14:00:00Z', { singer: { id: 'Arka Sen', name: 'Arka Sen' } })
  expect(ids(otherDates(here, [later, here, another, sooner], NOW))).toEqual(['sooner', 'later'])
})

it('other dates of a singer: leaves out events that are sold out, cancelled, begun or without tickets', () => {
  const none = [
    meher('sold', '2026-12-12T14:00:00Z', { categories: [category(10)] }),
    meher('off', '2026-12-13T14:00:00Z', { status: 'cancelled' }),
    meher('over', '2026-11-30T14:00:00Z'),
    meher('early', '2026-12-14T14:00:00Z', { categories: [] }),
  ]
  expect(otherDates(here, [here, ...none], NOW)).toEqual([])
})

it('others on the day: lists other singers in the same city on that Indian day, the next one first', () => {
  const arka = { id: 'Arka Sen', name: 'Arka Sen' }
  const other = (id: string, date: string, more: Partial<CatalogueEvent> = {}) =>
    meher(id, date, { singer: arka, ...more })
  const events = [
    here,
    other('late', '2026-12-05T16:00:00Z'),
    other('early', '2026-12-04T18:30:00Z'),
    other('day before', '2026-12-04T18:29:00Z'),
    other('elsewhere', '2026-12-05T14:00:00Z', { city: 'Pune' }),
    other('sold', '2026-12-05T14:00:00Z', { categories: [category(10)] }),
    meher('own', '2026-12-05T17:00:00Z'),
  ]
  expect(ids(sameDay(here, events, NOW))).toEqual(['early', 'late'])
})

/** A Monday. */
const MONDAY = Date.parse('2026-11-30T06:00:00Z')
const onSale = (id: string, date: string, ticketsSold = 0) =>
  anEvent({ id, date, categories: [aCategory({ totalTickets: 10, ticketsSold })] })
const weekday = onSale('wednesday', '2026-12-02T14:00:00Z')
const gone = onSale('gone', '2026-12-05T12:00:00Z', 10)
const weekend = [
  onSale('saturday', '2026-12-05T14:00:00Z'),
  onSale('late', '2026-12-05T16:00:00Z'),
  onSale('sunday', '2026-12-06T14:00:00Z'),
]
const later = onSale('later', '2026-12-11T14:00:00Z')

it('shows the weekend of several concerts, without what cannot be bought', () => {
  const { title, events } = stripEvents([weekday, gone, ...weekend, later], MONDAY)
  expect([title, ...events.map(({ id }) => id)]).toEqual(['weekend', 'saturday', 'late', 'sunday'])
})

it('shows the next concerts when the weekend has few, at most ten', () => {
  const { title, events } = stripEvents([weekday, gone, weekend[0]!, later], MONDAY)
  expect([title, ...events.map(({ id }) => id)]).toEqual(['next', 'wednesday', 'saturday', 'later'])
  const many = Array.from({ length: 12 }, (_, n) => onSale(`${n}`, '2026-12-12T14:00:00Z'))
  expect(stripEvents(many, MONDAY).events).toHaveLength(10)
})
