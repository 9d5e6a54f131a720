import { expect, test } from 'vitest'
import type { BankState } from '#shop/bank/credits.api.ts'
import { readPaymentWarning } from '#shop/payments/payment-warning.ts'
import { certainText } from './waiting-payments.tsx'

const state = (kind: BankState['kind']): BankState => ({ kind, credit: null, near: [] })
const row = (id: string) => ({ id, warnings: [] })
const states = new Map([
  ['a', state('exact')],
  ['b', state('not_found')],
  ['c', state('exact')],
])

test('counts the payments that are certain, of those that were read', () => {
  expect(certainText([row('a'), row('b')], states, 2)).toBe('1 is certain')
  expect(certainText([row('a'), row('c')], states, 40)).toBe('2 of the 2 oldest are certain')
  expect(certainText([row('b')], states, 1)).toBeNull()
  // Something to check: a person has to look, whatever the bank says.
  const doubted = {
    id: 'a',
    warnings: [readPaymentWarning({ code: 'credit_may_be_reversed', on: '2026-11-28', amount: 1800 })],
  }
  expect(certainText([doubted], states, 1)).toBeNull()
  expect(certainText([row('a')], undefined, 1)).toBeNull()
})
