import { expect, test } from 'vitest'
import { decisionFailureText } from './decide.ts'

test('says who decided a payment and when, in IST', () => {
  expect(
    decisionFailureText({
      code: 'already_decided',
      message: 'already_decided',
      detail: { status: 'rejected', reviewer: 'Vikram Shetty', reviewed_at: '2026-11-20T14:15:00Z' },
    }),
  ).toBe('Already rejected by Vikram Shetty, Fri 20 Nov 2026, 7:45 pm. Decisions can’t be reversed.')
  expect(decisionFailureText({ code: 'already_decided', message: '', detail: 'odd' })).toContain('by someone else')
})

test.each([
  ['that a credit paid for', 'credit_used', /order MF7K2QX4MD/],
  [
    'that a refund’s reference paid back',
    'reference_of_refund',
    /^This is the reference of your own refund: it paid back order MF7K2QX4MD\. Reject this payment\.$/,
  ],
  ['of an approved reference', 'reference_approved', /order MF7K2QX4MD/],
] as const)('names the order %s', (_, code, words) => {
  expect(decisionFailureText({ code, message: '', detail: 'MF7K2QX4MD' })).toMatch(words)
})
