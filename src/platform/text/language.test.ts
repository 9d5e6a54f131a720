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

it.each([
  ['adopts the profile’s on a device without a choice', null, 'mr', null, { adopt: 'mr', save: null, agreed: 'mr' }],
  ['saves the device’s to a profile without one', 'hi', null, null, { adopt: null, save: 'hi', agreed: 'hi' }],
  ['saves it again where both had agreed on it', 'hi', null, 'hi', { adopt: null, save: 'hi', agreed: 'hi' }],
  ['takes the device’s, which changed since', 'hi', 'mr', 'mr', { adopt: null, save: 'hi', agreed: 'hi' }],
  ['takes the profile’s, which changed since', 'hi', 'mr', 'hi', { adopt: 'mr', save: null, agreed: 'mr' }],
  ['takes the device’s when both changed', 'hi', 'mr', 'en', { adopt: null, save: 'hi', agreed: 'hi' }],
  ['changes nothing when they agree', 'hi', 'hi', null, { adopt: null, save: null, agreed: 'hi' }],
  ['changes nothing where neither says anything', null, null, 'hi', { adopt: null, save: null, agreed: null }],
] as const)('when device and profile differ, %s', (_, chosen, saved, agreed, settled) => {
  expect(reconcileLanguage({ chosen, saved, agreed })).toEqual(settled)
})
