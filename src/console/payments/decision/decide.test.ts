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

test('names the order that a credit paid for', () => {
  expect(decisionFailureText({ code: 'credit_used', message: '', detail: 'MF7K2QX4MD' })).toContain('order MF7K2QX4MD')
})

test('names the order that a refund’s reference paid back', () => {
  expect(decisionFailureText({ code: 'reference_of_refund', message: '', detail: 'MF7K2QX4MD' })).toBe(
    'This is the reference of your own refund: it paid back order MF7K2QX4MD. Reject this payment.',
  )
})

test('names the order of an approved reference', () => {
  expect(decisionFailureText({ code: 'reference_approved', message: '', detail: 'MF7K2QX4MD' })).toContain(
    'order MF7K2QX4MD',
  )
})
