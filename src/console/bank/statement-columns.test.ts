import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/device/fake-storage.ts'
import { guessMapping, noMapping } from '#shop/bank/bank-statement-head.ts'
import { forgetMapping, rememberedMapping, rememberMapping } from './statement-columns.tsx'

afterEach(() => vi.unstubAllGlobals())

const storage = () => stubStorage('localStorage')

const PNB = ['Txn Date', 'Description', 'Dr Amount', 'Cr Amount', 'Balance']
const guess = guessMapping(PNB)!
const unknown = ['In', 'What', 'When']
const chosen = { ...noMapping, date: 2, narration: 1, credit: 0 }

test('remembers chosen columns for files with the same head only', () => {
  storage()
  expect(rememberedMapping(unknown)).toBeNull()
  rememberMapping(unknown, chosen)
  expect(rememberedMapping([' in ', 'WHAT', 'When'])).toEqual(chosen)
  expect(rememberedMapping(['In', 'When', 'What'])).toBeNull()
  rememberMapping(PNB, { ...guess, balance: null })
  expect(rememberedMapping(PNB)).toEqual({ ...guess, balance: null })
  expect(rememberedMapping(unknown)).toEqual(chosen)
})

test('remembers nothing when the choice equals the guess', () => {
  const kept = storage()
  rememberMapping(PNB, guess)
  expect(rememberedMapping(PNB)).toBeNull()
  expect([...kept.values()].join('')).not.toContain('txndate')
  rememberMapping(PNB, { ...guess, balance: null })
  rememberMapping(PNB, guess)
  expect(rememberedMapping(PNB)).toBeNull()
})

test('stores only the chosen columns and guesses the others', () => {
  const kept = storage()
  rememberMapping(PNB, { ...guess, balance: null })
  expect(Object.values(JSON.parse([...kept.values()][0]!))).toEqual([{ balance: null }])
  rememberMapping(PNB, { ...guess, credit: guess.debit })
  expect(rememberedMapping(PNB)).toEqual({ ...guess, credit: 2, debit: null })
})

test('ignores a stored mapping whose columns are not in the file', () => {
  storage()
  rememberMapping(unknown, { ...chosen, date: 7 })
  expect(rememberedMapping(unknown)).toBeNull()
})

test('forgets the choice for one head', () => {
  storage()
  rememberMapping(unknown, chosen)
  rememberMapping(['A', 'B', 'C'], chosen)
  forgetMapping([' in ', 'WHAT', 'When'])
  expect(rememberedMapping(unknown)).toBeNull()
  expect(rememberedMapping(['A', 'B', 'C'])).toEqual(chosen)
})

test.each(['not json', '[]', 'null', '{"in|what|when": 7}', '{"in|what|when": null}'])(
  'ignores the stored value %j',
  (text) => {
    storage().set('mehfil.console-bank-columns', text)
    expect(rememberedMapping(unknown)).toBeNull()
  },
)
