import { describe, expect, it } from 'vitest'
import { isLanguage, languageFor, languageTag, reconcileLanguage } from './language.ts'

describe('the language of a first visit', () => {
  it('is the first of the browser’s languages that the shop has', () => {
    expect(languageFor(['hi-IN', 'en-IN'])).toBe('hi')
    expect(languageFor(['mr', 'hi'])).toBe('mr')
    expect(languageFor(['gu-IN', 'mr-IN', 'en'])).toBe('mr')
    expect(languageFor(['en-GB', 'hi'])).toBe('en')
    expect(languageFor(['MR-in'])).toBe('mr')
  })

  it('is English when the shop has none of them', () => {
    expect(languageFor([])).toBe('en')
    expect(languageFor(['ta-IN', 'fr'])).toBe('en')
    // Not Hindi despite their tags: Hiri Motu is 'ho', Fiji Hindi is 'hif'.
    expect(languageFor(['hif'])).toBe('en')
  })
})

it('recognises its languages and writes their tags', () => {
  expect(['en', 'hi', 'mr'].every(isLanguage)).toBe(true)
  expect([null, '', 'fr', 'EN', 1].some(isLanguage)).toBe(false)
  expect(languageTag('mr')).toBe('mr-IN')
})

describe('when device and profile differ', () => {
  const settle = (chosen: 'en' | 'hi' | 'mr' | null, saved: typeof chosen, agreed: typeof chosen) =>
    reconcileLanguage({ chosen, saved, agreed })

  it('adopts the profile’s language on a device without a choice', () => {
    expect(settle(null, 'mr', null)).toEqual({ adopt: 'mr', save: null, agreed: 'mr' })
  })
  it('saves the device’s choice to a profile without one', () => {
    expect(settle('hi', null, null)).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
    expect(settle('hi', null, 'hi')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
  })
  it('takes the one that changed since they agreed', () => {
    expect(settle('hi', 'mr', 'mr')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
    expect(settle('hi', 'mr', 'hi')).toEqual({ adopt: 'mr', save: null, agreed: 'mr' })
  })
  it('takes the device’s when both changed', () => {
    expect(settle('hi', 'mr', 'en')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
  })
  it('changes nothing when they agree', () => {
    expect(settle('hi', 'hi', null)).toEqual({ adopt: null, save: null, agreed: 'hi' })
    expect(settle(null, null, 'hi')).toEqual({ adopt: null, save: null, agreed: null })
  })
})
