import { expect, test } from 'vitest'
import type { Account, Entry, TrialBalance } from '#shop/books/ledger.api.ts'
import { entryText, rowsOf } from './account-words.ts'
import { daysOf, monthName, monthsUntil } from './months.ts'

const held = (account: Account, balance: number): TrialBalance['accounts'][number] => ({
  account,
  before: 0,
  debit: Math.max(balance, 0),
  credit: Math.max(-balance, 0),
  balance,
})

test('what is here and what it is for have the same sum, each with the sign that readers expect', () => {
  const balance: TrialBalance = {
    sound: true,
    accounts: [held('bank', 5000), held('customers', 1000), held('sent', -500), held('sales', -5600), held('promised', 300), held('owed', -300), held('difference', 100)], // prettier-ignore
  }
  const [here, given] = [rowsOf(balance, 'here'), rowsOf(balance, 'for')]
  expect(here.sum).toBe(5500)
  expect(given.sum).toBe(5500)
  expect(given.rows.map(({ account, now }) => [account, now])).toEqual([
    ['sales', 5600],
    ['owed', 300],
    ['promised', -300],
    ['difference', -100],
  ])
})

test('an entry says what happened', () => {
  const entry = (kind: Entry['kind'], facts: Entry['facts'], ...amounts: [Account, number][]): string =>
    entryText({ at: '', kind, facts, amounts: amounts.map(([account, amount]) => ({ account, amount })) })
  expect(entry('payment', { by: 'Meera', method: 'upi' }, ['sales', -1])).toBe('Approved by Meera')
  expect(entry('payment', { by: 'Farida', method: 'cash' }, ['sales', -1])).toBe('Approved by Farida, cash')
  expect(entry('payment', { by_proof: true, method: 'upi' }, ['sales', -1])).toBe('Approved by the bank’s proof')
  expect(entry('payment', { by: 'Farida', method: 'cash' }, ['sales', 1])).toBe('The sale was undone')
  expect(entry('credit', { booked_on: '2026-11-01', file: 'hdfc.csv', narration: 'UPI/4123' })).toBe(
    'Credit of 2026-11-01, hdfc.csv, UPI/4123',
  )
  expect(entry('refund', { reason: 'cancelled' }, ['promised', 1], ['owed', -1])).toBe('Owed back: Event cancelled')
  expect(entry('refund', { reason: 'other', note: 'Bad view', way: 'upi', utr: '512345678901' }, ['owed', 1])).toBe(
    'Sent back, UPI, UTR 5123 4567 8901',
  )
  expect(entry('refund', { reason: 'other', way: 'upi' }, ['sent', 1], ['bank', -1])).toBe(
    'A statement shows the refund',
  )
})

test('months go back over the turn of a year, and know their last day', () => {
  expect(monthsUntil('2027-01-31', 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOf(null)).toEqual({ from: null, to: null })
  expect(monthName('2026-11')).toBe('November 2026')
})
