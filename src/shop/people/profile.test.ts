import { describe, expect, test } from 'vitest'
import { isEmail, isGstin, isPhone, isRefundUpiId, refundOffer } from './profile.ts'

test.each([
  ['+91 98765 43210', true],
  ['022 (2643) 1234', true],
  ['123456', true],
  ['12345', false],
  ['call me', false],
  ['+', false],
  ['1'.repeat(24), false],
])('isPhone(%j) is %s', (text, is) => expect(isPhone(text)).toBe(is))

test.each([
  ['asha.rao@okaxis', true],
  [' asha@ybl ', true],
  ['9876543210@upi', true],
  ['a@okaxis', false],
  ['asha@', false],
  ['asha@1bank', false],
  ['asha rao@okaxis', false],
  ['asha@okaxis, please', false],
])('isRefundUpiId(%j) is %s', (text, is) => expect(isRefundUpiId(text)).toBe(is))

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

test('an address needs one @, a name before it and a domain with a dot after it', () => {
  for (const good of ['farah.n@example.com', ' farah@example.co.in ', 'a+b@x.in']) expect(isEmail(good)).toBe(true)
  for (const bad of [
    '',
    'farah',
    'farah@',
    '@example.com',
    'farah@example',
    'a b@example.com',
    'a@b@c.in',
    'a@.in',
    'a@b.',
  ])
    expect(isEmail(bad)).toBe(false)
})

// The database's is_gstin refuses the same: supabase/tests/papers.test.sql.
test('a GSTIN has its form and its check character', () => {
  for (const good of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4']) expect(isGstin(good), good).toBe(true)
  for (const bad of ['27AAPFU0939F1ZW', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939G1ZV', '72AAPFU0939F1ZV', ''])
    expect(isGstin(bad), bad).toBe(false)
})
