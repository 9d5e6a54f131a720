import { expect, it } from 'vitest'
import { reasonOf } from './ticket-reason.ts'

const ticket = { cancelledReason: 'The hall is flooded.', revokedReason: 'Lent to somebody' }

it('of a cancelled concert’s ticket is staff’s, and none where the device has none yet', () => {
  expect(reasonOf(ticket, 'cancelled')).toBe('The hall is flooded.')
  expect(reasonOf({ revokedReason: null }, 'cancelled')).toBeNull()
})

it('of a revoked ticket is why it was taken back, in the reader’s language where it is the shop’s own', () => {
  expect(reasonOf(ticket, 'revoked')).toBe('Lent to somebody')
  expect(reasonOf({ ...ticket, revokedReason: 'Refunded' }, 'revoked')).toBe('Refunded')
})

it('is none for a valid ticket', () => {
  expect(reasonOf(ticket, 'upcoming')).toBeNull()
  expect(reasonOf(ticket, 'past')).toBeNull()
})
