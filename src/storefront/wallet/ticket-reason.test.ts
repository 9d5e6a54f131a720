import { expect, it } from 'vitest'
import { reasonOf } from './ticket-groups.ts'

const ticket = { cancelledReason: 'The hall is flooded.', revokedReason: 'Lent to somebody' }

it('returns staff’s words for a cancelled concert, null until the device has them', () => {
  expect(reasonOf(ticket, 'cancelled')).toBe('The hall is flooded.')
  expect(reasonOf({ cancelledReason: null, revokedReason: null }, 'cancelled')).toBeNull()
})

it('returns why a ticket was revoked, the shop’s own reason translated', () => {
  expect(reasonOf(ticket, 'revoked')).toBe('Lent to somebody')
  expect(reasonOf({ ...ticket, revokedReason: 'Refunded' }, 'revoked')).toBe('Refunded')
  expect(reasonOf({ ...ticket, revokedReason: 'Given back' }, 'revoked')).toBe('You returned it, and it is sold.')
})

it('returns null for a valid ticket', () => {
  expect(reasonOf(ticket, 'upcoming')).toBeNull()
  expect(reasonOf(ticket, 'past')).toBeNull()
})
