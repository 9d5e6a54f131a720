import { expect, test } from 'vitest'
import { changedPlace, moveProblem, noEvent, readEvent, typedOf, type EventText } from './event-draft.ts'

const full: EventText = {
  singer: '0b7c',
  city: 'Bengaluru ',
  venue: ' Chowdiah Hall ',
  dates: [{ id: '', day: '2026-12-05', time: '19:30' }],
  genre: 'Folk',
  state: 'Karnataka',
}

test('reads day and time in IST on any device, and stores the canonical city', () => {
  expect(readEvent(full)).toEqual({
    draft: {
      singerId: '0b7c',
      city: 'Bangalore',
      venue: 'Chowdiah Hall',
      date: '2026-12-05T14:00:00.000Z',
      genre: 'Folk',
      state: 'Karnataka',
    },
  })
})

test('reads an event from the fields it was shown in', () => {
  const read = readEvent(full)
  if (!('draft' in read)) throw new Error('not read')
  expect(readEvent(typedOf(read.draft))).toEqual(read)
})

test('everything but the genre is required', () => {
  const read = readEvent(noEvent)
  expect('problems' in read && Object.keys(read.problems).sort()).toEqual([
    ...['city', 'dates[0].day', 'dates[0].time', 'singer', 'venue'],
  ])
  expect(readEvent({ ...full, genre: '' })).toMatchObject({ draft: { genre: null } })
  expect(readEvent({ ...full, city: '  ' })).toMatchObject({ problems: { city: 'Enter a city.' } })
})

test('refuses a day that does not exist', () => {
  expect(readEvent({ ...full, dates: [{ id: '', day: '2026-02-30', time: '19:30' }] })).toMatchObject({
    problems: { 'dates[0].day': 'There is no such date and time.' },
  })
})

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
