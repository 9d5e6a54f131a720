import { expect, it } from 'vitest'
import { searchCases } from '../../../tests/support/text/search-cases.ts'
import { fold, hasWords, searchableText } from './fold.ts'

it.each(searchCases)('%s, typed %s: found %s', (stored, typed, found) => {
  expect(hasWords(searchableText(stored), typed)).toBe(found)
})

it('folding removes case, accents, signs and extra spaces', () => {
  expect(fold('  JOSÉ   Trio (Live)! ')).toBe('jose trio live')
})

it('folding keeps the vowels of Devanagari, with or without a nukta', () => {
  expect(fold('दिल्ली')).toBe('दिल्ली'.normalize('NFKD'))
  expect(fold('जैज़')).toBe(fold('जैज'))
})
