import { describe, expect, it } from 'vitest'
import { monthOf, weekendOf, type Span } from './periods.ts'

const spoken = ({ from, until }: Span): string[] => [from, until].map((at) => new Date(at).toISOString())
/** 00:00 of an Indian day, in UTC. */
const midnight = (day: string): string => new Date(`${day}T00:00:00+05:30`).toISOString()

describe('this weekend', () => {
  it.each([
    ['Monday', '2026-11-30T10:00:00+05:30', '2026-12-05', '2026-12-07'],
    ['Thursday, the last minute', '2026-12-03T23:59:59+05:30', '2026-12-05', '2026-12-07'],
    ['Saturday, the first minute', '2026-12-05T00:00:00+05:30', '2026-12-05', '2026-12-07'],
    ['Sunday, the last minute', '2026-12-06T23:59:59+05:30', '2026-12-05', '2026-12-07'],
    ['the Monday after', '2026-12-07T00:00:00+05:30', '2026-12-12', '2026-12-14'],
  ])('on %s is Saturday and Sunday in India', (_, now, from, until) => {
    expect(spoken(weekendOf(now))).toEqual([midnight(from), midnight(until)])
  })

  it.each(['2026-12-04T00:00:00+05:30', '2026-12-04T16:00:00+05:30', '2026-12-04T23:59:00+05:30'])(
    'on a Friday begins that evening (%s)',
    (now) => {
      const evening = new Date('2026-12-04T17:00:00+05:30').toISOString()
      expect(spoken(weekendOf(now))).toEqual([evening, midnight('2026-12-07')])
    },
  )

  it('uses India’s midnight, not that of UTC', () => {
    // Saturday in London but Sunday in India; then Sunday in London but Monday in India.
    expect(spoken(weekendOf('2026-12-05T18:30:00Z'))).toEqual([midnight('2026-12-05'), midnight('2026-12-07')])
    expect(spoken(weekendOf('2026-12-06T18:30:00Z'))).toEqual([midnight('2026-12-12'), midnight('2026-12-14')])
  })

  it.each([
    ['2026-01-31T12:00:00+05:30', '2026-01-31', '2026-02-02'],
    ['2028-12-28T12:00:00+05:30', '2028-12-30', '2029-01-01'],
    ['2022-12-29T12:00:00+05:30', '2022-12-31', '2023-01-02'],
    ['2028-02-28T12:00:00+05:30', '2028-03-04', '2028-03-06'],
  ])('crosses the ends of months and years (%s)', (now, from, until) => {
    expect(spoken(weekendOf(now))).toEqual([midnight(from), midnight(until)])
  })
})

it.each([
  ['2026-11-23T10:00:00+05:30', '2026-11-01', '2026-12-01'],
  ['2026-12-31T23:59:59+05:30', '2026-12-01', '2027-01-01'],
  ['2027-01-01T00:00:00+05:30', '2027-01-01', '2027-02-01'],
  ['2028-02-29T12:00:00+05:30', '2028-02-01', '2028-03-01'],
  // 31 January in London, 1 February in India.
  ['2027-01-31T18:30:00Z', '2027-02-01', '2027-03-01'],
])('this month is the calendar month in India (%s)', (now, from, until) => {
  expect(spoken(monthOf(now))).toEqual([midnight(from), midnight(until)])
})
