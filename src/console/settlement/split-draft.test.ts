import { expect, test } from 'vitest'
import { nextShare, readSplit, splitDraftOf, type TypedShare } from './split-draft.ts'

const share = (name: string, of: TypedShare['of'], value: string): TypedShare => ({ name, of, value })

test('reads what it draws', () => {
  const shares = [
    { name: 'Artist', percent: 12.5, of: 'after_costs' as const, amount: 99 },
    { name: 'Venue', percent: null, of: null, amount: 250_050 },
  ]
  const draft = splitDraftOf({
    split: { sales: 0, fee: 0, costs: 0, organiser: 0, shares },
    costs: [{ label: 'Posters', amount: 30_000 }],
  })
  expect(draft.shares).toEqual([share('Artist', 'after_costs', '12.5'), share('Venue', 'sum', '2500.5')])
  expect(readSplit(draft)).toEqual({
    shares: [
      { name: 'Artist', percent: 12.5, of: 'after_costs' },
      { name: 'Venue', amount: 250_050 },
    ],
    costs: [{ label: 'Posters', amount: 30_000 }],
  })
})

test('says beside its field what is wrong', () => {
  const read = readSplit({
    shares: [
      share(' ', 'sales', '0'),
      share('Artist', 'sales', '70'),
      share('Venue', 'after_costs', '31'),
      share('Sound', 'sum', ''),
    ],
    costs: [{ label: '', amount: '-5' }],
  })
  expect('problems' in read && Object.keys(read.problems)).toEqual([
    'shares.0.name',
    'shares.0.value',
    'shares.2.value',
    'shares.3.value',
    'costs.0.label',
    'costs.0.amount',
  ])
})

test('offers the artist first, then the venue', () => {
  const artist = nextShare([])
  expect(artist.name).toBe('Artist')
  expect(nextShare([artist]).name).toBe('Venue')
  expect(nextShare([artist, nextShare([artist])]).name).toBe('')
})
