import { describe, expect, it } from 'vitest'
import { phaseAsked, phaseOf } from './payment-phase.ts'

describe('where a payment stands', () => {
  it('is nowhere when the device knows nothing', () => expect(phaseOf(undefined, undefined)).toBeNull())

  it.each([
    ['waiting', 'unsent'],
    ['sending', 'unsent'],
    ['sent', 'pending'],
    ['refused', 'refused'],
    ['needs-sign-in', 'sign-in'],
  ] as const)('a submission that is %s is %s', (state, phase) => expect(phaseOf(undefined, { state })).toBe(phase))

  it('is lost when the server says that it has no such payment, and it was not sent from here', () => {
    expect(phaseAsked('pending', undefined, true)).toBe('lost')
    expect(phaseAsked('pending', undefined, false)).toBe('pending')
    expect(phaseAsked('unsent', { state: 'waiting' }, true)).toBe('unsent')
    expect(phaseAsked('pending', { state: 'sent' }, true)).toBe('pending')
    expect(phaseAsked('approved', undefined, true)).toBe('approved')
  })

  it('is what the server says, whatever the outbox still believes', () => {
    expect(phaseOf({ status: 'approved' }, { state: 'waiting' })).toBe('approved')
    expect(phaseOf({ status: 'rejected' }, { state: 'sent' })).toBe('rejected')
  })
})
