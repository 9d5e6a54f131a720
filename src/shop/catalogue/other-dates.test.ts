import { expect, it } from 'vitest'
import { aCategory } from '../../../tests/support/concerts/plain-rows.ts'
import { events as few } from '../../../tests/support/concerts/few-concerts.ts'
import type { CatalogueEvent } from './catalogue.ts'
import { otherDates, sameDay } from './other-dates.ts'

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
