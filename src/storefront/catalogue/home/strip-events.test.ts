import { expect, it } from 'vitest'
import { aCategory, anEvent } from '../../../../tests/support/concerts/plain-rows.ts'
import { stripEvents } from './strip-events.ts'

/** A Monday. */
const NOW = Date.parse('2026-11-30T06:00:00Z')
const at = (id: string, date: string, ticketsSold = 0) =>
  anEvent({ id, date, categories: [aCategory({ totalTickets: 10, ticketsSold })] })
const weekday = at('wednesday', '2026-12-02T14:00:00Z')
const gone = at('gone', '2026-12-05T12:00:00Z', 10)
const weekend = [
  at('saturday', '2026-12-05T14:00:00Z'),
  at('late', '2026-12-05T16:00:00Z'),
  at('sunday', '2026-12-06T14:00:00Z'),
]
const later = at('later', '2026-12-11T14:00:00Z')

it('shows the weekend of several concerts, without what cannot be bought', () => {
  const { title, events } = stripEvents([weekday, gone, ...weekend, later], NOW)
  expect([title, ...events.map(({ id }) => id)]).toEqual(['weekend', 'saturday', 'late', 'sunday'])
})

it('shows the next concerts when the weekend has few, at most ten', () => {
  const { title, events } = stripEvents([weekday, gone, weekend[0]!, later], NOW)
  expect([title, ...events.map(({ id }) => id)]).toEqual(['next', 'wednesday', 'saturday', 'later'])
  const many = Array.from({ length: 12 }, (_, n) => at(`${n}`, '2026-12-12T14:00:00Z'))
  expect(stripEvents(many, NOW).events).toHaveLength(10)
})
