import { expect, test } from 'vitest'
import { changedPlace, noEvent, readEvent, typedOf, type TypedEvent } from './event-draft.ts'

const full: TypedEvent = {
  singerId: '0b7c',
  city: 'Bengaluru ',
  venue: ' Chowdiah Hall ',
  day: '2026-12-05',
  time: '19:30',
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
  expect('problems' in read && Object.keys(read.problems).sort()).toEqual(['city', 'day', 'singerId', 'time', 'venue'])
  expect(readEvent({ ...full, genre: '' })).toMatchObject({ draft: { genre: null } })
  expect(readEvent({ ...full, city: '  ' })).toMatchObject({ problems: { city: 'Enter a city.' } })
})

test('refuses a day that does not exist', () => {
  expect(readEvent({ ...full, day: '2026-02-30' })).toMatchObject({
    problems: { day: 'There is no such date and time.' },
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
