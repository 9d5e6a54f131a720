import { expect, test } from 'vitest'
import type { ConcertDraft } from '../new/draft/concert-draft.ts'
import { newConcert } from '../new/draft/concert-draft.ts'
import { windowOf } from './concert-change.ts'
import { mergeDraft, sameDraft } from './merge-draft.ts'

const fresh = newConcert(Date.parse('2026-11-25T06:30:00Z'))
type Zone = ConcertDraft['zones'][0]
const [gold, silver, bronze] = fresh.zones.map((zone) => ({ ...zone, price: '100' })) as [Zone, Zone, Zone]
const base: ConcertDraft = { ...fresh, singer: 'Kaushiki Rao', venue: 'Hall', zones: [gold, silver] }
const merge = (typed: Partial<ConcertDraft>, stored: Partial<ConcertDraft>) =>
  mergeDraft(base, { ...base, ...typed }, { ...base, ...stored })

test('what was typed stays, what was not follows what is stored', () => {
  const { draft, others } = merge(
    { venue: 'Garden', about: { ...base.about, description: 'Text' } },
    { city: 'Pune', zones: [{ ...gold, price: '150' }, silver] },
  )
  expect(draft).toMatchObject({ venue: 'Garden', city: 'Pune', about: { description: 'Text' } })
  expect(draft.zones.map(({ price }) => price)).toEqual(['150', '100'])
  expect(others).toEqual([
    { what: 'City', stored: 'Pune', typed: false },
    { what: 'Price of Gold', stored: '₹150', typed: false },
  ])
})

test('of what both changed the typed text stays, and the stored one is named', () => {
  const { draft, others } = merge({ venue: 'Garden' }, { venue: '' })
  expect(draft.venue).toBe('Garden')
  expect(others).toEqual([{ what: 'Venue', stored: 'Nothing', typed: true }])
})

test('an edit that was stored already leaves nothing to save', () => {
  const typed = { ...base, venue: 'Garden', saleFrom: '2026-12-01T10:00', zones: [gold, silver, bronze] }
  const { draft, others } = mergeDraft(base, typed, typed)
  expect(sameDraft(draft, typed)).toBe(true)
  expect(others).toEqual([])
})

test('zones are added and removed on both sides', () => {
  const added = { ...bronze, id: 'theirs', name: 'Box' }
  const { draft, others } = merge({ zones: [gold, bronze] }, { zones: [{ ...gold }, silver, added] })
  expect(draft.zones.map(({ id, sections }) => [id, sections])).toEqual([
    [gold.id, gold.sections],
    ['theirs', added.sections],
    [bronze.id, []],
  ])
  expect(others).toEqual([{ what: 'Zone Box', stored: 'Added', typed: false }])
  expect(merge({ zones: [gold, { ...silver, price: '90' }] }, { zones: [gold] }).others).toEqual([
    { what: 'Zone Silver', stored: 'Removed', typed: true },
  ])
})

test('a sale window counts for each zone, however it is typed', () => {
  const own = { ownWindow: true, saleFrom: '2026-12-01T10:00', saleUntil: '' }
  const each = { ...base, zones: base.zones.map((one) => ({ ...one, ...own })) }
  expect(sameDraft({ ...base, saleFrom: '2026-12-01T10:00' }, each)).toBe(true)
  const { draft } = merge({ saleUntil: '2026-12-02T10:00' }, { zones: [{ ...gold, ...own }, silver] })
  expect(draft.zones.map((zone) => windowOf(draft, zone))).toEqual([
    ['2026-12-01T10:00', '2026-12-02T10:00'],
    ['', '2026-12-02T10:00'],
  ])
})

test('the access code of a zone is merged, too', () => {
  const { draft } = merge({ zones: [{ ...gold, hidden: true }, silver] }, { city: 'Pune' })
  expect(draft.zones[0]).toMatchObject({ hidden: true })
})
