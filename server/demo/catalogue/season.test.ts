import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { standardCities } from '#shop/catalogue/cities.ts'
import { dayKey, istParts } from '#platform/time/ist.ts'
import { halls } from './halls.ts'
import { purchases } from '../people.ts'
import { drawReceipt } from '../receipt.ts'
import { planSeason } from './season.ts'
import { textOf } from './texts.ts'

const days = [
  '2026-11-20T06:00:00Z',
  '2027-02-28T18:29:59Z',
  '2027-02-28T18:30:00Z',
  '2028-02-29T12:00:00Z',
  '2026-12-31T23:00:00Z',
]

describe('the demo season', () => {
  test.each(days)('has every kind of event when counted from %s', (text) => {
    const now = new Date(text)
    const season = planSeason(now)
    const upcoming = season.filter((event) => Date.parse(event.date) > now.getTime())
    const year = now.getTime() + 365 * 86_400_000
    expect(new Set(season.map((event) => event.singer)).size).toBeGreaterThanOrEqual(12)
    expect(upcoming.length).toBeGreaterThanOrEqual(40)
    expect(season.length - upcoming.length).toBeGreaterThanOrEqual(3)
    expect(new Set(upcoming.map((event) => event.city))).toEqual(new Set(standardCities))
    expect(upcoming.filter((event) => event.cancelled)).toHaveLength(1)
    expect(upcoming.every((event) => Date.parse(event.date) < year)).toBe(true)
    expect(Math.max(...upcoming.map((event) => Date.parse(event.date)))).toBeGreaterThan(year - 40 * 86_400_000)
    const used = new Set(upcoming.map((event) => event.hall).filter((hall) => hall !== null))
    expect(used.size).toBe(3)
    for (const event of season) {
      if (!event.atTheGate) expect([0, 5, 6]).toContain(istParts(event.date).weekday)
      expect(event.categories.length).toBeGreaterThanOrEqual(2)
      expect(event.categories.length).toBeLessThanOrEqual(5)
      expect(new Set(event.categories.map((category) => category.name)).size).toBe(event.categories.length)
      for (const { price, soldPart } of event.categories) {
        expect(price).toBeGreaterThanOrEqual(200)
        expect(price).toBeLessThanOrEqual(10_000)
        expect(Number.isInteger(price)).toBe(true)
        expect(soldPart).toBeGreaterThanOrEqual(0)
        expect(soldPart).toBeLessThanOrEqual(1)
      }
    }
    const dates = season.map((event) => `${event.singer} ${dayKey(event.date)}`)
    expect(new Set(dates).size).toBe(dates.length)
  })

  test.each([...days, '2026-11-20T18:29:59Z', '2026-11-20T18:30:00Z'])('has a gate to prepare at %s', (text) => {
    const now = new Date(text)
    const soon = planSeason(now).filter((event) => event.atTheGate)
    expect(soon).toHaveLength(1)
    const hours = (Date.parse(soon[0]!.date) - now.getTime()) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(19)
    expect(hours).toBeLessThanOrEqual(48)
  })

  test('sells each section in one category at most', () => {
    for (const event of planSeason(new Date(days[0] ?? ''))) {
      const hall = halls.find((one) => one.name === event.hall)
      const sections = event.categories.flatMap((category) => category.sections)
      expect(new Set(sections).size).toBe(sections.length)
      for (const section of sections) expect(hall?.data.sections.some((one) => one.code === section)).toBe(true)
    }
  })

  test('has two or three plain sentences and a line-up for each concert, and no two of a singer alike in a row', () => {
    const season = planSeason(new Date(days[0] ?? ''))
    for (const singer of new Set(season.map((event) => event.singer))) {
      const [first, second] = [textOf(singer, 0), textOf(singer, 1)]
      expect(first.description).not.toBe(second.description)
      for (const { description, lineUp } of [first, second]) {
        const sentences = description.match(/[^.]+\.(?= |$)/g) ?? []
        expect([2, 3], description).toContain(sentences.length)
        // Of what would be drawn as Markdown.
        expect(description).not.toMatch(/[*_#[\]\n]/)
        expect(description.length).toBeLessThan(320)
        expect(lineUp.length).toBeGreaterThanOrEqual(2)
      }
    }
  })

  test('has a category of several thousand seats', () => {
    const upper = halls
      .find((hall) => hall.name === 'Charbagh Amphitheatre')
      ?.data.sections.filter((one) => one.code.startsWith('C'))
    const seats = upper
      ?.flatMap((section) => section.rows)
      .flatMap((row) => row.seats)
      .filter((seat) => seat !== null)
    expect(seats?.length).toBeGreaterThanOrEqual(3_000)
  })

  test('has payments in every state, for events of the season', () => {
    const season = planSeason(new Date(days[0] ?? '')).filter((event) => !event.cancelled && !event.atTheGate)
    expect(new Set(purchases.map((purchase) => purchase.decision))).toEqual(new Set(['approved', 'rejected', null]))
    for (const line of purchases.flatMap((purchase) => purchase.lines)) {
      const { event } = line
      const sold = typeof event === 'string' || event < 0 || season[event]?.categories[line.category] !== undefined
      expect(sold).toBe(true)
    }
  })
})

test('draws a valid PNG of a screenshot', () => {
  const png = drawReceipt({
    amount: 4690.82,
    reference: '632411870952',
    at: new Date(days[0] ?? ''),
    from: 'Farah',
    to: 'a@b',
  })
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const data = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  expect(lines).toHaveLength((width + 1) * height)
  expect(new Set(lines).size).toBeGreaterThan(3)
  expect(png.length).toBeLessThan(20_000)
})
