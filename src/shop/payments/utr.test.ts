import { describe, expect, it } from 'vitest'
import cases from './reference-cases.json' with { type: 'json' }
import { groupReference, readReference, referenceToSend } from './utr.ts'

describe('a payment reference', () => {
  it.each([
    '632411870952',
    '  632411870952\n',
    '6324 1187 0952',
    '6324-1187-0952',
    '6324.1187.0952',
    '6324\u00a01187\u20110952',
    '\u200e632411870952\u200b',
    '६३२४११८७०९५२',
    '６３２４１１８７０９５２',
  ])('reads %j as the UTR 632411870952', (text) => {
    expect(readReference(text)).toEqual({ kind: 'utr', value: '632411870952' })
  })

  it('keeps leading zeros', () => expect(referenceToSend('0000 1187 0952')).toBe('000011870952'))

  it.each(['', '   ', '\n\t', '\u200b'])('takes %j as empty', (text) =>
    expect(readReference(text)).toEqual({ kind: 'empty' }),
  )

  it.each([
    ['63241187095', 11],
    ['6324118709521', 13],
    ['6324 1187', 8],
    ['1', 1],
  ])('counts the digits of %s', (text, digits) => {
    expect(readReference(text)).toMatchObject({ kind: 'other', reason: 'digit-count', digits, sendable: true })
  })

  it.each([
    ['T2611201941', 'phonepe'],
    ['t2503141523456789012345', 'phonepe'],
    ['CICAgOjR4KbQdQ', 'google-pay'],
    ['cicagojr4kbqdq', 'google-pay'],
    ['AXISCN0123456789', 'letters'],
    ['paid already', 'letters'],
    ['T20', 'letters'],
    ['संदर्भ', 'unprintable'],
    ['1'.repeat(65), 'too-long'],
  ])('explains %s as %s', (text, reason) => {
    expect(readReference(text)).toMatchObject({ kind: 'other', reason })
  })

  it('sends up to 64 characters, and none that the database cannot store', () => {
    expect(readReference('x'.repeat(64))).toMatchObject({ sendable: true })
    expect(readReference('x'.repeat(65))).toMatchObject({ sendable: false })
    expect(readReference('ref 😀')).toMatchObject({ sendable: false })
  })

  it('sends other references trimmed, and digits without grouping', () => {
    expect(referenceToSend('  T2611201941 ')).toBe('T2611201941')
    expect(referenceToSend('6324 1187 095')).toBe('63241187095')
    expect(referenceToSend(' a   b ')).toBe('a b')
    expect(referenceToSend(' ')).toBe('')
  })

  it('finds the only UTR in a longer text, and none when there are two', () => {
    expect(readReference('UPI Ref No. 6324 1187 0952')).toMatchObject({ kind: 'other', found: '632411870952' })
    expect(readReference('632411870952 or 632411870953')).toMatchObject({ found: null })
    expect(readReference('AXIS632411870952')).toMatchObject({ found: null })
  })

  it('is grouped in fours', () => {
    expect(groupReference('632411870952')).toBe('6324 1187 0952')
    expect(groupReference('T2611201941')).toBe('T2611201941')
  })
})

describe('the cases that the database is tested on as well', () => {
  it.each(cases)('$name', ({ typed, sent, stored }) => {
    expect(referenceToSend(typed)).toBe(sent)
    expect(referenceToSend(sent)).toBe(sent)
    expect(referenceToSend(typed).toUpperCase()).toBe(stored)
  })

  it.each(cases.filter((one) => one.found !== undefined))('finds the UTR in $name', ({ typed, found }) => {
    expect(readReference(typed)).toMatchObject({ kind: 'other', found })
  })
})
