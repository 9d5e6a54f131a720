import { expect, test } from 'vitest'
import { isShort, makeCode, noCode, readCode, typedOfCode } from './code-draft.ts'

const typed = { ...noCode, code: 'mem-bers 20', value: '20' }
const facts = {
  ...{ eventId: null, categoryIds: null, percent: 20, amount: null, opensHidden: false },
  ...{ fromAt: null, untilAt: null, usesTotal: null, usesPerPerson: 1, seatsPerOrder: null, note: '' },
}

test('reads a code that takes off a percent', () => {
  expect(readCode(typed)).toEqual({ code: 'MEMBERS20', facts })
})

test('reads an amount, bounds and the categories of an event', () => {
  const more = {
    ...typed,
    gives: 'amount' as const,
    value: '₹1,250.50',
    eventId: 'e1',
    categoryIds: ['gold'],
    fromAt: '2026-12-01T10:00',
    untilAt: '2026-12-02T10:00',
    usesTotal: '100',
    usesPerPerson: '',
    seatsPerOrder: '1',
    note: ' For members ',
  }
  expect(readCode(more)).toEqual({
    code: 'MEMBERS20',
    facts: {
      ...facts,
      percent: null,
      amount: 125_050,
      eventId: 'e1',
      categoryIds: ['gold'],
      fromAt: '2026-12-01T04:30:00.000Z',
      untilAt: '2026-12-02T04:30:00.000Z',
      usesTotal: 100,
      usesPerPerson: null,
      seatsPerOrder: 1,
      note: 'For members',
    },
  })
})

test('a code that takes nothing off opens hidden categories', () => {
  expect(readCode({ ...typed, gives: 'access', value: '' })).toMatchObject({
    facts: { percent: null, amount: null, opensHidden: true },
  })
})

test('categories without an event are dropped', () => {
  expect(readCode({ ...typed, categoryIds: ['gold'] })).toMatchObject({ facts: { categoryIds: null } })
})

test.each([
  ['code', { code: 'abc' }],
  ['code', { code: 'क्लब20' }],
  ['value', { value: '0' }],
  ['value', { value: '101' }],
  ['value', { value: '12.5' }],
  ['value', { gives: 'amount' as const, value: '0' }],
  ['usesTotal', { usesTotal: '0' }],
  ['usesPerPerson', { usesPerPerson: 'many' }],
  ['seatsPerOrder', { seatsPerOrder: '0' }],
  ['untilAt', { fromAt: '2026-12-02T10:00', untilAt: '2026-12-02T10:00' }],
])('refuses a wrong %s: %o', (field, wrong) => {
  const read = readCode({ ...typed, ...wrong })
  expect('problems' in read && Object.keys(read.problems)).toEqual([field])
})

test('a stored code is typed as it was', () => {
  const row = { ...facts, id: 'c1', code: 'MEMBERS20', pausedAt: null, revision: 1, event: null, uses: 0, given: 0 }
  expect(readCode(typedOfCode(row))).toEqual({ code: 'MEMBERS20', facts })
  const amount = { ...row, percent: null, amount: 5050 }
  expect(typedOfCode(amount)).toMatchObject({ gives: 'amount', value: '50.50' })
})

test('makes codes of eight signs that are not mixed up', () => {
  expect(makeCode()).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
  expect(makeCode((bytes) => bytes.fill(1))).toBe('33333333')
})

test('warns of short codes', () => {
  expect(isShort('AB-12')).toBe(true)
  expect(isShort('ABC123')).toBe(false)
  expect(isShort('AB')).toBe(false)
})
