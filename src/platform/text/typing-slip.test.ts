import { describe, expect, it } from 'vitest'
import { isNearlyIn, isOneSlip } from './typing-slip.ts'

describe('one typing slip', () => {
  it.each([
    ['mehr', 'missing'],
    ['ehr', 'two missing', false],
    ['meherr', 'added'],
    ['mmeher', 'added in front'],
    ['mehar', 'wrong'],
    ['nehar', 'two wrong', false],
    ['mehre', 'swapped'],
    ['emher', 'swapped in front'],
    ['hemer', 'swapped over one between', false],
    ['meher', 'none'],
    ['mehera r', 'more', false],
    ['', 'all missing', false],
  ])('%s for meher: %s', (typed, _what, found = true) => {
    expect(isOneSlip(typed, 'meher')).toBe(found)
  })

  it('counts letters in any script', () => {
    expect(isOneSlip('दिली', 'दिल्ली')).toBe(false)
    expect(isOneSlip('चेन्नइ', 'चेन्नई')).toBe(true)
  })
})

describe('isNearlyIn', () => {
  const text = 'meher qazi goa town hall'

  it('finds each word exactly or with one slip, in any order', () => {
    expect(isNearlyIn('mehr qazi', text)).toBe(true)
    expect(isNearlyIn('qzai mehre', text)).toBe(true)
    expect(isNearlyIn('mehr rock', text)).toBe(false)
  })

  it('allows no slip in words of fewer than four letters', () => {
    expect(isNearlyIn('gon', text)).toBe(false)
    expect(isNearlyIn('goaa', text)).toBe(false)
    expect(isNearlyIn('tow', text)).toBe(true)
    expect(isNearlyIn('hal', text)).toBe(true)
    expect(isNearlyIn('hll', text)).toBe(true)
  })
})
