import { expect, test } from 'vitest'
import { readRulesDraft, rulesDraftOf, rulesSentence, type RulesDraft } from './rules-draft.ts'

const rules = { approve: 'on_shift', mostAmount: 10_000_00, mostAMinute: 60, rejectHours: 72 } as const
const draft: RulesDraft = { approve: 'on_shift', mostAmount: '10000', mostAMinute: '60', rejectHours: '72' }

test('a draft of rules reads back as the same rules', () => {
  expect(rulesDraftOf(rules)).toEqual(draft)
  expect(readRulesDraft(draft)).toEqual({ ok: true, rules })
  expect(rulesDraftOf({ ...rules, mostAmount: 999_50 }).mostAmount).toBe('999.50')
  expect(readRulesDraft({ ...draft, mostAmount: '₹ 1,250.50' })).toMatchObject({ rules: { mostAmount: 1_250_50 } })
})

test('names each field that cannot be read, at the database’s limits', () => {
  const wrong = (change: Partial<RulesDraft>) => {
    const read = readRulesDraft({ ...draft, ...change })
    return read.ok ? [] : Object.keys(read.problems)
  }
  expect(wrong({ mostAmount: '0', mostAMinute: '0', rejectHours: '' })).toEqual([
    'mostAmount',
    'mostAMinute',
    'rejectHours',
  ])
  expect(wrong({ mostAMinute: '1000', rejectHours: '720' })).toEqual([])
  expect(wrong({ mostAMinute: '1001', rejectHours: '721' })).toEqual(['mostAMinute', 'rejectHours'])
  expect(wrong({ mostAmount: '-5' })).toEqual(['mostAmount'])
  expect(wrong({ mostAmount: '1e5' })).toEqual(['mostAmount'])
})

test('says what the rules do', () => {
  expect(rulesSentence(draft)).toContain('While an admin is on shift, a payment of up to ₹10,000.00')
  expect(rulesSentence({ ...draft, approve: 'always' })).toMatch(/^A payment of up to ₹10,000.00 .* 60 in a minute/)
  expect(rulesSentence({ ...draft, approve: 'off' })).toMatch(/^A person approves every payment/)
  expect(rulesSentence({ ...draft, mostAMinute: 'x' })).toBe('Some of it cannot be read yet.')
})
