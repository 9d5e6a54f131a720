import { expect, it } from 'vitest'
import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { reasonWords, verdictFacts } from './verdict-words.ts'

const AT = Date.parse('2026-12-05T14:12:00Z')
const judged = (decision: object, seats: string[]): Judged =>
  ({
    decision,
    at: AT,
    key: 'MF2:…',
    categoryName: 'Floor',
    list: { tickets: 1, listAt: AT },
    ticket: { id: 't', name: 'Farah N.', seats, passes: [], admissions: [] },
  }) as unknown as Judged
const checked = { verdict: 'CHECK', event: null, mark: null, admissions: [], changedFrom: null }

const three = ['17', '18', '33']

it('the words for a standing ticket say how many people, never a number of a place', () => {
  const enter = judged({ verdict: 'ENTER', seats: three, mark: null }, three)
  expect(reasonWords(enter, null)).toBe('Floor. 3 people.')
  expect(verdictFacts(enter, null, 'Gate A')[0]).toEqual({ label: 'Places', value: 'Standing, 3 people' })
  expect(verdictFacts(enter, ['17'], 'Gate A')[0]).toEqual({ label: 'Places', value: 'Standing, 1 person' })
})

it('the words for a standing ticket say how many of them are in', () => {
  const part = { ...checked, why: 'part_admitted', seats: ['33'], most: 1 }
  const admissions = [{ scanId: '1', seats: ['17', '18'], gate: 'Gate B', at: AT - 60_000 }]
  expect(reasonWords(judged({ ...part, admissions }, three), null)).toBe(
    '2 of 3 in since 7:41 pm, Gate B. Who is entering now?',
  )
})
