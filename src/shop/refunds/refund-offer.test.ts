import { describe, expect, test } from 'vitest'
import { refundOffer } from './refund-offer.ts'

describe('refundOffer', () => {
  const DAY = 86_400_000
  const moved = Date.parse('2026-12-01T10:00:00Z')
  const ticket = {
    eventStatus: 'scheduled' as 'scheduled' | 'cancelled',
    paymentStatus: 'completed' as 'completed' | 'failed',
    revokedAt: null as string | null,
    date: '2027-01-10T14:00:00Z',
    previousDate: '2026-12-20T14:00:00Z' as string | null,
    movedAt: new Date(moved).toISOString() as string | null,
    paidAt: '2026-11-20T10:00:00Z' as string | null,
  }
  test('offers a refund of a cancelled event without a time limit', () => {
    const cancelled = { ...ticket, eventStatus: 'cancelled' as const, previousDate: null, movedAt: null }
    expect(refundOffer(cancelled, moved + 900 * DAY)).toEqual({ reason: 'cancelled', until: null })
  })
  test('offers a refund of a moved event for seven days', () => {
    const until = moved + 7 * DAY
    expect(refundOffer(ticket, moved)).toEqual({ reason: 'moved', until })
    expect(refundOffer(ticket, until)).toEqual({ reason: 'moved', until })
    expect(refundOffer(ticket, until + 1)).toBeNull()
  })
  test('offers none after the event has begun', () => {
    const soon = { ...ticket, date: new Date(moved + 2 * DAY).toISOString() }
    expect(refundOffer(soon, moved + 2 * DAY)?.until).toBe(moved + 2 * DAY)
    expect(refundOffer(soon, moved + 2 * DAY + 1)).toBeNull()
  })
  test('offers none for a ticket bought after the move', () => {
    expect(refundOffer({ ...ticket, paidAt: new Date(moved + 1).toISOString() }, moved + DAY)).toBeNull()
    expect(refundOffer({ ...ticket, paidAt: null }, moved + DAY)?.reason).toBe('moved')
  })
  test('offers none for an unchanged event or a revoked ticket', () => {
    expect(refundOffer({ ...ticket, previousDate: null, movedAt: null }, moved)).toBeNull()
    expect(refundOffer({ ...ticket, eventStatus: 'cancelled', revokedAt: '2026-12-01T00:00:00Z' }, moved)).toBeNull()
    expect(refundOffer({ ...ticket, eventStatus: 'cancelled', paymentStatus: 'failed' }, moved)).toBeNull()
  })
})
