import { expect, it } from 'vitest'
import { isUnderWay, phaseAfterCheck, phaseOf } from './payment-phase.ts'

it('the phase of a payment: is null when the device knows nothing', () =>
  expect(phaseOf(undefined, undefined)).toBeNull())

it.each([
  ['waiting', 'unsent'],
  ['sending', 'unsent'],
  ['sent', 'pending'],
  ['refused', 'refused'],
  ['needs-sign-in', 'sign-in'],
] as const)('the phase of a payment: a submission that is %s is %s', (state, phase) =>
  expect(phaseOf(undefined, { state })).toBe(phase),
)

it('the phase of a payment: is lost when the server does not have the payment and this device did not send it', () => {
  expect(phaseAfterCheck('pending', undefined, true)).toBe('lost')
  expect(phaseAfterCheck('pending', undefined, false)).toBe('pending')
  expect(phaseAfterCheck('unsent', { state: 'waiting' }, true)).toBe('unsent')
  expect(phaseAfterCheck('pending', { state: 'sent' }, true)).toBe('pending')
  expect(phaseAfterCheck('approved', undefined, true)).toBe('approved')
})

it('the phase of a payment: follows the server, whatever is in the outbox', () => {
  expect(phaseOf({ status: 'approved' }, { state: 'waiting' })).toBe('approved')
  expect(phaseOf({ status: 'rejected' }, { state: 'sent' })).toBe('rejected')
})

it('the phase of a payment: asks not to pay again while the money may be on its way', () => {
  const all = ['unsent', 'sign-in', 'refused', 'pending', 'approved', 'rejected', 'lost'] as const
  expect(all.filter(isUnderWay)).toEqual(['unsent', 'pending', 'lost'])
})
