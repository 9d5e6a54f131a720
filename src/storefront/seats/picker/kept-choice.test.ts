import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../../tests/support/device/fake-storage.ts'
import { keepChosen, keptChosen } from './kept-choice.ts'

let values: Map<string, string>
beforeEach(() => void (values = stubStorage('sessionStorage')))
afterEach(() => vi.unstubAllGlobals())

it('keeps the chosen seats of each category apart until they are added', () => {
  expect(keptChosen('gold')).toEqual([])
  keepChosen('gold', ['A1', 'A2'])
  keepChosen('silver', ['B1'])
  keepChosen('gold', ['A2'])
  expect([keptChosen('gold'), keptChosen('silver')]).toEqual([['A2'], ['B1']])
  keepChosen('gold', [])
  expect([keptChosen('gold'), keptChosen('silver')]).toEqual([[], ['B1']])
  keepChosen('silver', [])
  expect(values.size).toBe(0)
})

it.each(['', 'nonsense', 'null', '[]', '"A1"', '{"gold":"A1"}', '{"gold":[1,null]}'])(
  'returns nothing for an invalid stored value: %s',
  (text) => {
    values.set('mehfil.choosing', text)
    expect(keptChosen('gold')).toEqual([])
    keepChosen('gold', ['A1'])
    expect(keptChosen('gold')).toEqual(['A1'])
  },
)
