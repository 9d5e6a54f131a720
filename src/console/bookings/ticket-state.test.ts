import { expect, test } from 'vitest'
import { bookingOutcome } from './ticket-state.tsx'

test.each([
  [{ status: 'pending', ticketId: null, revokedReason: null }, 'pending'],
  [{ status: 'completed', ticketId: 't', revokedReason: null }, 'completed'],
  [{ status: 'failed', ticketId: null, revokedReason: null }, 'rejected'],
  [{ status: 'failed', ticketId: 't', revokedReason: 'Broken chair' }, 'revoked'],
  [{ status: 'failed', ticketId: 't', revokedReason: 'Refunded' }, 'refunded'],
] as const)('maps %j to %s', (booking, outcome) => {
  expect(bookingOutcome(booking)).toBe(outcome)
})
