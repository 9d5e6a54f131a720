import { describe, expect, it } from 'vitest'
import { groupTickets, ticketState } from './ticket-groups.ts'

const start = Date.parse('2026-12-05T14:00:00Z')
const hour = 60 * 60_000
const ticket = (id: string, change: object = {}) => ({
  id,
  date: '2026-12-05T14:00:00Z',
  eventStatus: 'scheduled' as const,
  revokedAt: null,
  paymentStatus: 'completed' as const,
  ...change,
})

describe('the state of a ticket', () => {
  it('is upcoming until six hours after the start, to the millisecond', () => {
    expect(ticketState(ticket('a'), start - 1000 * hour)).toBe('upcoming')
    expect(ticketState(ticket('a'), start + 6 * hour - 1)).toBe('upcoming')
    expect(ticketState(ticket('a'), start + 6 * hour)).toBe('past')
  })

  it('stays cancelled or revoked after the date; revoked wins', () => {
    expect(ticketState(ticket('a', { eventStatus: 'cancelled' }), start + 1000 * hour)).toBe('cancelled')
    expect(ticketState(ticket('a', { revokedAt: '2026-11-01T00:00:00Z' }), start)).toBe('revoked')
    expect(ticketState(ticket('a', { paymentStatus: 'failed', eventStatus: 'cancelled' }), start)).toBe('revoked')
  })
})

it('My Tickets lists the next concert first, past ones backwards, and no ticket twice', () => {
  const tickets = [
    ticket('late', { date: '2027-01-01T14:00:00Z' }),
    ticket('next'),
    ticket('old', { date: '2025-01-01T14:00:00Z' }),
    ticket('older', { date: '2024-01-01T14:00:00Z' }),
    ticket('off', { eventStatus: 'cancelled' }),
    ticket('revoked', { revokedAt: '2026-11-01T00:00:00Z', date: '2027-02-01T14:00:00Z' }),
  ]
  const groups = groupTickets(tickets, start - hour)
  expect(groups.upcoming.map(({ id }) => id)).toEqual(['next', 'late'])
  expect(groups.past.map(({ id }) => id)).toEqual(['old', 'older'])
  expect(groups.cancelled.map(({ id }) => id)).toEqual(['revoked', 'off'])
})
