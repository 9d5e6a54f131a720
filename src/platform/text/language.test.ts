import { describe, expect, it } from 'vitest'
import { isLanguage, languageFor, languageTag, settleLanguage } from './language.ts'

describe('the language of a first visit', () => {
  it('is the first of the browser’s languages that the shop speaks', () => {
    expect(languageFor(['hi-IN', 'en-IN'])).toBe('hi')
    expect(languageFor(['mr', 'hi'])).toBe('mr')
    expect(languageFor(['gu-IN', 'mr-IN', 'en'])).toBe('mr')
    expect(languageFor(['en-GB', 'hi'])).toBe('en')
    expect(languageFor(['MR-in'])).toBe('mr')
  })

  it('is English when the shop speaks none of them', () => {
    expect(languageFor([])).toBe('en')
    expect(languageFor(['ta-IN', 'fr'])).toBe('en')
    // Not Hindi, although its tag begins like it: Hiri Motu is 'ho', Fiji Hindi is 'hif'.
    expect(languageFor(['hif'])).toBe('en')
  })
})

it('knows its own languages and their tags', () => {
  expect(['en', 'hi', 'mr'].every(isLanguage)).toBe(true)
  expect([null, '', 'fr', 'EN', 1].some(isLanguage)).toBe(false)
  expect(languageTag('mr')).toBe('mr-IN')
})

describe('a device and a profile that differ', () => {
  const settle = (chosen: 'en' | 'hi' | 'mr' | null, saved: typeof chosen, agreed: typeof chosen) =>
    settleLanguage({ chosen, saved, agreed })

  it('the profile’s language comes to a device where nobody chose', () => {
    expect(settle(null, 'mr', null)).toEqual({ adopt: 'mr', save: null, agreed: 'mr' })
  })
  it('a choice on the device goes into a profile that has none', () => {
    expect(settle('hi', null, null)).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
    expect(settle('hi', null, 'hi')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
  })
  it('the one that changed since they agreed holds', () => {
    expect(settle('hi', 'mr', 'mr')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
    expect(settle('hi', 'mr', 'hi')).toEqual({ adopt: 'mr', save: null, agreed: 'mr' })
  })
  it('where both changed, the device’s', () => {
    expect(settle('hi', 'mr', 'en')).toEqual({ adopt: null, save: 'hi', agreed: 'hi' })
  })
  it('nothing happens when they agree', () => {
    expect(settle('hi', 'hi', null)).toEqual({ adopt: null, save: null, agreed: 'hi' })
    expect(settle(null, null, 'hi')).toEqual({ adopt: null, save: null, agreed: null })
  })
})
