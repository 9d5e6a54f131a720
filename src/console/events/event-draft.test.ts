import { expect, test } from 'vitest'
import { changedPlace, moveProblem } from './event-draft.ts'

test('a move contains only what differs', () => {
  const event = { date: '2026-12-05T13:30:00.000Z', city: 'Pune', venue: 'Hall' }
  expect(changedPlace(event, event)).toEqual({})
  expect(changedPlace({ ...event, date: '2026-12-05T13:30:12.345Z' }, event)).toEqual({})
  expect(changedPlace(event, { ...event, date: '2026-12-05T13:30:00.000Z', venue: 'Garden' })).toEqual({
    venue: 'Garden',
  })
  expect(changedPlace(event, { date: '2026-12-06T13:30:00.000Z', city: 'Goa', venue: 'Hall' })).toEqual({
    date: '2026-12-06T13:30:00.000Z',
    city: 'Goa',
  })
})

test('a move says one problem at a time, at its field', () => {
  const event = { date: '2026-12-05T13:30:00.000Z', city: 'Pune', venue: 'Hall' }
  const typed = { day: '2026-12-06', time: '19:00', city: ' ', venue: '' }
  const now = Date.parse('2026-12-05T12:00:00.000Z')
  expect(moveProblem(event, { ...typed, time: '' }, now)).toEqual({ day: 'Choose a date and a time.' })
  expect(moveProblem(event, { ...typed, day: '2026-12-05', time: '17:30' }, now)).toEqual({
    day: 'Choose a time in the future.',
  })
  expect(moveProblem(event, typed, now)).toEqual({ city: 'Enter a city.' })
  expect(moveProblem(event, { ...typed, city: 'Pune' }, now)).toEqual({ venue: 'Enter a venue.' })
  const same = { day: '2026-12-05', time: '19:00', city: 'Pune', venue: 'Hall' }
  expect(moveProblem(event, same, now)).toEqual({ day: 'Date, time and place are unchanged.' })
  expect(moveProblem(event, { ...same, venue: 'Garden' }, now)).toBeNull()
})
