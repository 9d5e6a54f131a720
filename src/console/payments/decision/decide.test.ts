import { expect, test } from 'vitest'
import { isPaymentId, decisionFailureText } from './decide.ts'

test('accepts only a uuid as a payment id', () => {
  expect(isPaymentId('3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff')).toBe(true)
  for (const id of [null, undefined, '', '3f9a', '3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff ', 'x'.repeat(36)])
    expect(isPaymentId(id)).toBe(false)
})

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
