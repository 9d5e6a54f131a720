import { expect, it } from 'vitest'
import {
  addDays,
  dayKey,
  formatDay,
  formatDayNumber,
  formatDayNear,
  formatDayShort,
  formatDayTime,
  formatTime,
  fromIst,
  isSameIstDay,
  istParts,
  timeKey,
  yearToSay,
  weekdayNamesHindi,
} from './ist.ts'

it('India time: starts a day at 18:30 UTC of the day before', () => {
  expect(dayKey('2026-12-04T18:29:59.999Z')).toBe('2026-12-04')
  expect(dayKey('2026-12-04T18:30:00.000Z')).toBe('2026-12-05')
  expect(dayKey(Date.parse('2026-12-31T18:30:00Z'))).toBe('2027-01-01')
  expect(dayKey(new Date('2028-02-28T18:30:00Z'))).toBe('2028-02-29')
})

it('India time: reads an instant with any offset as the same Indian time', () => {
  expect(istParts('2026-12-05T20:00:00+05:30')).toEqual(istParts('2026-12-05T14:30:00Z'))
  expect(istParts('2026-12-05T14:30:00+00:00')).toEqual({
    year: 2026,
    month: 12,
    day: 5,
    weekday: 6,
    hour: 20,
    minute: 0,
  })
})

it('India time: agrees with the platform’s time zone data over two years', () => {
  const zone = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Kolkata',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  for (
    let ms = Date.parse('2026-01-01T00:10:00Z');
    ms < Date.parse('2028-01-01T00:00:00Z');
    ms += 7 * 3_600_000 + 60_000
  ) {
    const part = (type: string): string => zone.formatToParts(ms).find((one) => one.type === type)?.value ?? ''
    expect(dayKey(ms)).toBe(`${part('year')}-${part('month')}-${part('day')}`)
    expect(timeKey(ms)).toBe(`${part('hour')}:${part('minute')}`)
  }
})

it('India time: formats days and times', () => {
  const at = '2026-12-05T14:00:00Z'
  expect(formatDay(at)).toBe('Sat 5 Dec 2026')
  expect(formatDayShort(at)).toBe('Sat 5 Dec')
  expect(formatDayNumber(at)).toBe('05')
  expect(formatTime(at)).toBe('7:30 pm')
  expect(formatDayTime(at)).toBe('Sat 5 Dec 2026, 7:30 pm')
})

it.each([
  ['2026-11-23', null, 'today'],
  ['2026-11-22', 2026, 'yesterday'],
  ['2025-12-05', 2025, 'a year ago'],
  ['2027-05-23', null, 'in six months'],
  ['2027-05-24', 2027, 'in six months and a day'],
  ['2027-11-23', 2027, 'in a year'],
])('India time: writes the year of a day that is not within the next six months: %s (%s, %s)', (day, year, _when) => {
  for (const time of ['00:00', '23:59']) {
    expect(yearToSay(fromIst(day, time), fromIst('2026-11-23', '12:00'))).toBe(year)
    expect(formatDayNear(fromIst(day, time), fromIst('2026-11-23')).endsWith(` ${year}`)).toBe(year !== null)
  }
})

it('India time: counts six months from the last day of a long month, and within a year', () => {
  expect(yearToSay(fromIst('2027-02-28'), fromIst('2026-08-31'))).toBeNull()
  expect(yearToSay(fromIst('2027-03-01'), fromIst('2026-08-31'))).toBe(2027)
  expect(yearToSay(fromIst('2026-07-01'), fromIst('2026-01-01'))).toBeNull()
  expect(yearToSay(fromIst('2026-07-02'), fromIst('2026-01-01'))).toBe(2026)
  expect(yearToSay(fromIst('2026-12-31'), fromIst('2026-06-30'))).toBe(2026)
})

it('India time: writes noon and midnight on the 12-hour clock', () => {
  expect(formatTime(fromIst('2026-12-05', '00:00'))).toBe('12:00 am')
  expect(formatTime(fromIst('2026-12-05', '12:05'))).toBe('12:05 pm')
  expect(formatTime(fromIst('2026-12-05', '23:59'))).toBe('11:59 pm')
})

it('India time: converts an Indian day and time to an instant and back', () => {
  expect(fromIst('2026-12-05', '19:00')).toBe('2026-12-05T13:30:00.000Z')
  expect(fromIst('2026-12-05')).toBe('2026-12-04T18:30:00.000Z')
  for (const [day, time] of [
    ['2028-02-29', '23:59'],
    ['2027-01-01', '00:00'],
    ['2026-03-08', '02:30'],
  ] as const) {
    expect(dayKey(fromIst(day, time))).toBe(day)
    expect(timeKey(fromIst(day, time))).toBe(time)
  }
})

it.each([
  ['2026-02-30', '19:00'],
  ['2026-13-01', '19:00'],
  ['2026-12-05', '24:00'],
  ['2026-12-05', '19:60'],
  ['5 Dec 2026', '19:00'],
  ['2026-12-05', '7:00'],
])('India time: refuses %s %s', (day, time) => {
  expect(() => fromIst(day, time)).toThrow(RangeError)
})

it('India time: throws for text that is no instant', () => {
  expect(() => dayKey('soon')).toThrow(RangeError)
  expect(() => formatDay(Number.NaN)).toThrow(RangeError)
})

it('India time: adds days across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

it('India time: compares days in India, not in UTC', () => {
  expect(isSameIstDay('2026-12-04T19:00:00Z', '2026-12-05T18:00:00Z')).toBe(true)
  expect(isSameIstDay('2026-12-05T18:00:00Z', '2026-12-05T19:00:00Z')).toBe(false)
})

it('India time: lists the Hindi weekdays from Sunday', () => {
  expect(weekdayNamesHindi[istParts('2026-12-06T06:00:00Z').weekday]).toBe('रवि')
  expect(weekdayNamesHindi[istParts('2026-12-05T06:00:00Z').weekday]).toBe('शनि')
})
