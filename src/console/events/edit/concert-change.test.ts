import { expect, test } from 'vitest'
import { type ConcertDraft, newZone } from '../new/draft/concert-draft.ts'
import { draftOfSource } from '../new/draft/copy-concert.ts'
import { concertSource, sourceZone } from '../../../../tests/support/concerts/concert-source.ts'
import { changeOf } from './concert-change.ts'
import { concernsWhom, refusedWhy, setsOff } from './concerns-dialog.tsx'

const now = Date.parse('2026-11-25T06:30:00Z')
const hall = {
  id: 'hall',
  name: 'Hall',
  stage: 'top',
  sections: ['FRNT', 'BALC', 'BOX'].map((code) => ({ code, name: code, rows: [{ label: 'A', seats: [1, 2] }] })),
}
const known = { singers: [{ id: 's', name: 'Kaushiki Rao' }], layouts: [hall], cities: [] }
const source = concertSource([sourceZone('FRNT', { revision: 3 }), sourceZone('BALC', { revision: 4 })])
const was = draftOfSource(source)
const change = (part: Partial<ConcertDraft>, of = source) => {
  const read = changeOf(was, { ...was, ...part }, of, known, now)
  return 'change' in read ? read.change : read.problems
}
const [front, balcony] = was.zones as [ConcertDraft['zones'][0], ConcertDraft['zones'][0]]

test('what was not touched is not sent, not even the seconds of a window', () => {
  expect(change({})).toEqual({})
  expect(change({ venue: ' Garden ' })).toEqual({ venue: 'Garden' })
  expect(change({ about: { ...was.about, description: 'Text' } })).toEqual({ description: 'Text' })
})

test('doors go with another day', () => {
  expect(change({ dates: [{ ...was.dates[0]!, day: '2026-12-06' }] })).toEqual({
    date: '2026-12-06T13:30:00.000Z',
    doors_at: '2026-12-06T12:30:00.000Z',
    ends_at: null,
  })
  expect(change({ dates: [{ ...was.dates[0]!, day: '2026-11-01' }] })).toHaveProperty(['dates[0].day'])
})

test('of zones only what differs is sent, with the revision that was read', () => {
  expect(change({ zones: [{ ...front, price: '1,800' }, balcony] })).toEqual({
    categories: [{ id: 'FRNT', price: 1800, revision: 3 }],
  })
  expect(change({ zones: [front, { ...balcony, hidden: true }] })).toEqual({
    categories: [{ id: 'BALC', is_hidden: true, revision: 4 }],
  })
  expect(change({ saleFrom: '' })).toEqual({
    categories: [
      { id: 'FRNT', sale_from: null, revision: 3 },
      { id: 'BALC', sale_from: null, revision: 4 },
    ],
  })
  expect(change({ zones: [balcony] })).toEqual({ categories: [{ id: 'FRNT', remove: true }] })
  const box = { ...newZone(was.zones, 'sections'), id: 'new', price: '500', sections: ['BOX'] }
  expect(change({ zones: [front, balcony, box] })).toMatchObject({
    hall: { id: 'hall' },
    categories: [{ id: 'new', name: 'Gold', price: 500, section_ids: ['BOX'] }],
  })
})

test('a draft is published with the edit', () => {
  expect(change({ publish: 'now' }, { ...source, published: false })).toEqual({ publish: 'now' })
})

test('a concert that has begun can still get a text', () => {
  const past = { ...source, date: '2026-11-20T13:30:00.000Z', about: { ...source.about, doorsAt: null } }
  const bare = { ...past, zones: [] }
  const begun = draftOfSource(bare)
  const typed = { ...begun, about: { ...begun.about, rules: 'None' } }
  expect(changeOf(begun, typed, bare, known, now)).toEqual({ change: { rules: 'None' } })
})

test('it is said whom an edit concerns and what it sets off', () => {
  const nobody = { tickets: 0, people: 0, mails: 0, pending: 0, held: 0, will: [], refused: [] }
  expect(concernsWhom(nobody)).toBeNull()
  expect(concernsWhom({ ...nobody, tickets: 12, people: 5, pending: 1, held: 2 })).toBe(
    '12 tickets, 1 payment under review, 2 seats held at this moment, of 5 people',
  )
  expect(setsOff({ ...nobody, people: 5, mails: 3, will: ['moves', 'opens_refunds', 'tells_people'] })).toEqual([
    expect.stringContaining('stay valid'),
    expect.stringContaining('money back'),
    '5 people get a notice in the shop, 3 of them a mail.',
  ])
  expect(refusedWhy({ path: 'singer', code: 'in_use' })).toContain('singer cannot change')
})
