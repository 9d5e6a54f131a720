import { expect, test } from 'vitest'
import { profileCounts } from './profile-route.tsx'

const NOW = Date.parse('2026-12-05T14:00:00Z')
const ticket = (id: string, eventId: string, date: string, more: object = {}) => ({
  id,
  eventId,
  date,
  eventStatus: 'scheduled' as const,
  paymentStatus: 'completed' as const,
  revokedAt: null,
  quantity: 2,
  ...more,
})

test('counts seats and events; cancelled events are neither upcoming nor past, revoked tickets do not count', () => {
  const tickets = [
    ticket('a', 'soon', '2026-12-20T14:00:00Z'),
    ticket('b', 'soon', '2026-12-20T14:00:00Z', { quantity: 1 }),
    ticket('c', 'going on', '2026-12-05T08:00:01Z'),
    ticket('d', 'over', '2026-12-05T08:00:00Z'),
    ticket('e', 'cancelled', '2026-12-25T14:00:00Z', { eventStatus: 'cancelled' }),
    ticket('f', 'taken back', '2026-12-25T14:00:00Z', { revokedAt: '2026-12-01T00:00:00Z', paymentStatus: 'failed' }),
  ]
  expect(profileCounts(tickets, NOW)).toEqual({ tickets: 9, upcoming: 2, past: 1 })
  expect(profileCounts([], NOW)).toEqual({ tickets: 0, upcoming: 0, past: 0 })
})
