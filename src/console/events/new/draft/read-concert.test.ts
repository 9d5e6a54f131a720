import { expect, test } from 'vitest'
import { simpleHall } from '#shop/layouts/simple-hall.ts'
import { concertSource, sourceZone } from '../../../../../tests/support/concerts/concert-source.ts'
import { addEvening, newConcert, newZone, nextSaturday, shareSection, zonesFor } from './concert-draft.ts'
import { checksOf, sayMoment, summaryOf } from './concert-words.ts'
import { copyOf } from './copy-concert.ts'
import { formPath, hallOf, leftOver, readConcert, readEvent } from './read-concert.ts'

/** A Wednesday, noon in India. */
const now = Date.parse('2026-11-25T06:30:00Z')
const known = { singers: [{ id: 's', name: 'Kaushiki Rao' }], layouts: [], cities: [] }
const named = () => {
  const draft = newConcert(now)
  const prices = ['1500', '900', '500']
  return {
    ...draft,
    singer: ' kaushiki  RAO',
    city: 'bombay',
    venue: 'Shanmukhananda',
    zones: draft.zones.map((zone, at) => ({ ...zone, price: prices[at]! })),
  }
}
type Draft = ReturnType<typeof named>
const problemsOf = (draft: Draft) => {
  const read = readConcert(draft, known, now)
  return 'problems' in read ? read.problems : {}
}
const concertOf = (draft: Draft) => {
  const read = readConcert(draft, known, now)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.concert
}

test('a new concert is next Saturday at seven, with a zone for each section of a simple hall, as a draft', () => {
  const draft = newConcert(now)
  expect(draft.dates).toMatchObject([{ day: '2026-11-28', time: '19:00' }])
  expect(nextSaturday(Date.parse('2026-11-28T06:30:00Z'))).toBe('2026-12-05')
  expect(draft.zones.map(({ name, sections }) => [name, ...sections])).toEqual([
    ['Gold', 'FRNT'],
    ['Silver', 'REAR'],
    ['Bronze', 'BALC'],
  ])
  expect(draft.publish).toBe('draft')
})

test('reads what was typed', () => {
  const concert = concertOf(named())
  expect(concert).toMatchObject({
    singer: { id: 's' },
    city: 'Mumbai',
    venue: 'Shanmukhananda',
    dates: [{ date: '2026-11-28T13:30:00.000Z', doorsAt: null }],
    hall: { name: 'Shanmukhananda' },
    zones: [
      { name: 'Gold', price: 150_000, kind: 'sections', total: null, sections: ['FRNT'], saleFrom: null },
      { name: 'Silver', price: 90_000 },
      { name: 'Bronze', price: 50_000 },
    ],
    publish: 'draft',
  })
  expect(concertOf({ ...named(), singer: 'New One' }).singer).toEqual({ name: 'New One' })
})

test('the first step alone is an event that customers see, which of a known singer may be past', () => {
  const typed = { ...newConcert(now), singer: 'Kaushiki Rao', city: 'Bengaluru ', venue: ' Hall ', genre: 'Folk' }
  const past = { ...typed, saleFrom: '2026-11-28T20:00', dates: [{ id: 'd', day: '2020-02-01', time: '19:30' }] }
  expect(readEvent(past, known, now)).toMatchObject({
    concert: {
      ...{
        singer: { id: 's' },
        city: 'Bangalore',
        venue: 'Hall',
        genre: 'Folk',
        hall: null,
        zones: [],
        publish: 'now',
      },
      dates: [{ id: 'd', date: '2020-02-01T14:00:00.000Z' }],
    },
  })
  const another = readEvent({ ...past, singer: 'New One', city: ' ' }, known, now)
  expect(another).toEqual({
    problems: { city: 'Enter a city.', 'dates[0].day': 'Choose a time in the future.' },
  })
  const never = readEvent({ ...typed, dates: [{ id: 'd', day: '2026-02-30', time: '19:30' }] }, known, now)
  expect(never).toEqual({ problems: { 'dates[0].day': 'There is no such date and time.' } })
})

test('names what is missing, in the order of the form', () => {
  const empty = newConcert(now)
  const prices = ['zones[0].price', 'zones[1].price', 'zones[2].price']
  expect(Object.keys(problemsOf(empty))).toEqual(['singer', 'city', 'venue', ...prices])
  const draft = named()
  const [gold, silver, bronze] = draft.zones as [Draft['zones'][0], Draft['zones'][0], Draft['zones'][0]]
  const cases: [path: string, change: Partial<Draft>][] = [
    ['dates[0].day', { dates: [{ id: 'd', day: '2026-11-25', time: '11:00' }] }],
    ['dates[1].day', { dates: [...draft.dates, { ...draft.dates[0]!, id: 'd' }] }],
    ['zones[1].name', { zones: [gold, { ...silver, name: 'gold ' }, bronze] }],
    ['zones[1].sections', { zones: [gold, { ...silver, sections: [] }, bronze] }],
    ['zones[0].total', { zones: [{ ...gold, kind: 'standing', total: '' }] }],
    ['saleFrom', { saleFrom: '2026-11-28T20:00' }],
  ]
  for (const [path, change] of cases) expect(problemsOf({ ...draft, ...change })).toHaveProperty([path])
  const endsFirst = { saleFrom: '2026-11-27T12:00', saleUntil: '2026-11-26T12:00' }
  expect(problemsOf({ ...draft, ...endsFirst })).toEqual({ saleUntil: 'The sale ends after it begins.' })
  expect(problemsOf({ ...draft, publish: 'now', zones: [] })).toEqual({
    zones: 'Add a price zone, or keep the concert as a draft: nothing could be bought.',
  })
  expect(problemsOf({ ...draft, zones: [] })).toEqual({})
  expect(problemsOf({ ...draft, about: { ...draft.about, doors: '05:00', age: '200' } })).toMatchObject({
    'about.doors': expect.any(String),
    'about.age': expect.any(String),
  })
  expect(
    problemsOf({ ...draft, hall: { ...draft.hall, sections: [{ code: 'A', name: '', rows: '0', seats: 'x' }] } }),
  ).toMatchObject({
    'hall.sections[0].name': expect.any(String),
    'hall.sections[0].rows': expect.any(String),
    'hall.sections[0].seats': expect.any(String),
  })
})

test('a phase has a name, a price and an end by date or number', () => {
  const draft = named()
  const withPhase = (phase: object) => ({
    ...draft,
    zones: draft.zones.map((zone, at) =>
      at > 0 ? zone : { ...zone, phases: [{ name: 'Early', price: '900', until: '', untilSold: '', ...phase }] },
    ),
  })
  expect(problemsOf(withPhase({}))).toHaveProperty(['zones[0].phases[0].until'])
  expect(problemsOf(withPhase({ untilSold: '900' }))).toHaveProperty(['zones[0].phases[0].untilSold'])
  expect(problemsOf(withPhase({ name: '', price: '', untilSold: '5' }))).toMatchObject({
    'zones[0].phases[0].name': expect.any(String),
    'zones[0].phases[0].price': expect.any(String),
  })
  expect(concertOf(withPhase({ until: '2026-11-26T12:00', untilSold: '20' })).zones[0]!.phases).toEqual([
    { name: 'Early', price: 90_000, until: '2026-11-26T06:30:00.000Z', untilSold: 20 },
  ])
})

test('a free zone needs no price', () => {
  const draft = named()
  const zones = draft.zones.map((zone) => ({ ...zone, price: '', free: true }))
  expect(concertOf({ ...draft, zones }).zones[0]).toMatchObject({ price: 0, free: true, phases: [] })
})

test('doors and end follow each evening', () => {
  const draft = named()
  const dates = addEvening(addEvening(draft.dates))
  expect(dates.map(({ day, time }) => `${day} ${time}`)).toEqual([
    '2026-11-28 19:00',
    '2026-11-29 19:00',
    '2026-11-30 19:00',
  ])
  expect(
    concertOf({ ...draft, dates, about: { ...draft.about, doors: '18:00', ends: '22:00' } }).dates.map(
      ({ doorsAt, endsAt }) => [doorsAt, endsAt],
    ),
  ).toEqual([
    ['2026-11-28T12:30:00.000Z', '2026-11-28T16:30:00.000Z'],
    ['2026-11-29T12:30:00.000Z', '2026-11-29T16:30:00.000Z'],
    ['2026-11-30T12:30:00.000Z', '2026-11-30T16:30:00.000Z'],
  ])
})

test('a section is in one zone at most, and what is left over is said', () => {
  const draft = named()
  const hall = hallOf(draft, [])
  const gold = draft.zones[0]!.id
  const shared = shareSection(draft.zones, gold, 'BALC')
  expect(shared.map(({ sections }) => sections)).toEqual([['FRNT', 'BALC'], ['REAR'], []])
  expect(shareSection(shared, gold, 'BALC').map(({ sections }) => sections)).toEqual([['FRNT'], ['REAR'], []])
  expect(leftOver(shareSection(shared, gold, 'BALC'), hall).map(({ code }) => code)).toEqual(['BALC'])
})

test('zones follow the hall that is chosen', () => {
  const { zones } = named()
  expect(zonesFor(zones, 'none', []).map(({ kind, sections }) => [kind, sections.length])).toEqual([
    ['seats', 0],
    ['seats', 0],
    ['seats', 0],
  ])
  expect(zonesFor(zonesFor(zones, 'none', []), 'stored', ['A', 'B', 'C', 'D']).map(({ sections }) => sections)).toEqual(
    [['A'], ['B'], ['C', 'D']],
  )
  expect(zonesFor(zones, 'new', ['FRNT', 'REAR']).map(({ sections }) => sections)).toEqual([['FRNT'], ['REAR'], []])
  const standing = newZone(zones, 'standing')
  expect(standing.name).toBe('Zone 4')
  expect(zonesFor([standing], 'stored', ['A']).map(({ kind, sections }) => [kind, sections])).toEqual([
    ['standing', []],
  ])
})

test('the summary is a sentence', () => {
  const draft = named()
  const hall = simpleHall(draft.hall.sections)
  expect(summaryOf(draft, hall, now)).toBe('Three zones, 284 seats, kept as a draft that only staff see.')
  expect(summaryOf({ ...draft, publish: 'now' }, hall, now)).toBe(
    'Three zones, 284 seats, on sale as soon as it is published.',
  )
  expect(summaryOf({ ...draft, publish: 'now' }, hall, now, { hasPayee: false })).toBe(
    'Three zones, 284 seats, on sale once the shop has a UPI id.',
  )
  expect(
    summaryOf({ ...draft, publish: 'now', saleFrom: '2026-11-27T12:00', dates: addEvening(draft.dates) }, hall, now),
  ).toBe('Two evenings, three zones, 284 seats each, on sale from Fri 27 Nov, 12:00 noon.')
  expect(sayMoment('2026-11-26T18:30:00Z')).toBe('Fri 27 Nov, 12:00 midnight')
  expect(checksOf(newConcert(now), hall).map(({ done }) => done)).toEqual([false, false, true, false, false])
  const withPoster = (posterAlt: string) => {
    const draft = newConcert(now)
    return checksOf({ ...draft, about: { ...draft.about, poster: 'e1/p', posterAlt } }, hall)[3]
  }
  expect(withPoster('')).toEqual({ done: false, words: 'Say what the poster shows' })
  expect(withPoster('A tabla')).toEqual({ done: true, words: 'A poster' })
})

test('paths of the database are those of the form', () => {
  expect(
    ['categories[1].price', 'categories[0].section_ids', 'dates[2].date', 'singer.name', 'poster_alt', 'city'].map(
      formPath,
    ),
  ).toEqual(['zones[1].price', 'zones[0].sections', 'dates[2].day', 'singer', 'about.posterAlt', 'city'])
})

test('a duplicate is a week later, with windows and phases moved along', () => {
  const times = { hidden: true, saleFrom: '2026-11-27T06:30:00.000Z' }
  const phases = [{ name: 'Early', price: 90_000, until: '2026-12-01T06:30:00.000Z', untilSold: null }]
  const zones = ['FRNT', 'BALC'].map((id) => sourceZone(id, { ...times, phases }))
  const source = concertSource(zones, { description: 'Text', poster: { path: 'p', alt: 'A sun' } })
  const copy = copyOf(source, now)
  expect(copy).toMatchObject({
    dates: [{ day: '2026-12-12', time: '19:00' }],
    hall: { kind: 'stored', layoutId: 'hall' },
    saleFrom: '2026-12-04T12:00',
    about: { doors: '18:00', poster: 'p', posterAlt: 'A sun' },
    publish: 'draft',
  })
  expect(copy.zones[0]).toMatchObject({
    price: '1500',
    hidden: true,
    ownWindow: false,
    phases: [{ until: '2026-12-08T12:00' }],
  })
  expect(copy.zones[0]!.id).not.toBe('FRNT')
  expect(copyOf({ ...source, date: '2025-12-05T13:30:00.000Z' }, now).dates[0]!.day).toBe('2026-11-28')
})
