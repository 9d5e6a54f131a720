import { describe, expect, it } from 'vitest'
import { phaseOf } from './payment-phase.ts'

describe('where a payment stands', () => {
  it('is nowhere when the device knows nothing', () => expect(phaseOf(undefined, undefined)).toBeNull())

  it.each([
    ['waiting', 'unsent'],
    ['sending', 'unsent'],
    ['sent', 'pending'],
    ['refused', 'refused'],
    ['needs-sign-in', 'sign-in'],
  ] as const)('a submission that is %s is %s', (state, phase) => expect(phaseOf(undefined, { state })).toBe(phase))

  it('is what the server says, whatever the outbox still believes', () => {
    expect(phaseOf({ status: 'approved' }, { state: 'waiting' })).toBe('approved')
    expect(phaseOf({ status: 'rejected' }, { state: 'sent' })).toBe('rejected')
  })
})
