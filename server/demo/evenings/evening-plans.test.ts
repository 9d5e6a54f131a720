import { expect, test } from 'vitest'
import { istParts } from '#platform/time/ist.ts'
import { halls } from '../catalogue/halls.ts'
import { planSeason } from '../catalogue/season.ts'
import { guestLists, planEvenings, SPONSOR_SEATS, tills } from './evening-plans.ts'

const DAY_MS = 86_400_000

test.each(['2026-11-20T06:00:00Z', '2027-02-28T18:29:59Z', '2027-02-28T18:30:00Z', '2026-12-31T23:00:00Z'])(
  'the demo’s evenings, counted from %s, come after the next concerts, and a price ends in two days',
  (text) => {
    const now = new Date(text)
    const { club, college, draft } = planEvenings(now)
    const next = planSeason(now).filter((event) => Date.parse(event.date) > now.getTime())
    for (const evening of [club, college, draft]) {
      expect(next.filter((event) => event.date < evening.date).length).toBeGreaterThanOrEqual(6)
      expect(next.some((event) => event.singer === evening.singer)).toBe(false)
      expect(evening.doors < evening.date && evening.date < evening.end).toBe(true)
    }
    expect(istParts(club.date).weekday).toBe(5)
    const [early] = club.zones[0]?.phases ?? []
    const days = (Date.parse(early!.until) - now.getTime()) / DAY_MS
    expect(days).toBeGreaterThan(1)
    expect(days).toBeLessThanOrEqual(3)
  },
)

test('the early price is not sold out by what the demo sells', () => {
  const { club } = planEvenings(new Date('2026-11-20T06:00:00Z'))
  const floor = club.zones[0]!
  const given = guestLists.flatMap(({ guests }) => guests.map(({ count }) => count))
  const sold = tills.flatMap(({ sales }) => sales.filter(({ zone }) => zone === 0).map(({ places }) => places))
  const sum = [...given, ...sold].reduce((total, n) => total + n, floor.soldElsewhere ?? 0)
  expect(sum).toBeLessThan(floor.phases![0]!.until_sold)
  expect(sum).toBeGreaterThan(floor.phases![0]!.until_sold - 15)
})

test('the sponsors’ seats and the draft’s sections are of its hall', () => {
  const { draft } = planEvenings(new Date('2026-11-20T06:00:00Z'))
  const hall = halls.find((one) => one.name === draft.hall)!
  const codes = hall.data.sections.map((section) => section.code)
  expect(draft.zones.flatMap((zone) => zone.section_ids ?? []).toSorted()).toEqual(codes.toSorted())
  for (const seat of SPONSOR_SEATS) expect(seat.startsWith(`${draft.zones[0]!.section_ids![0]}-`)).toBe(true)
})
