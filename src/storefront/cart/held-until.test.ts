import { expect, it } from 'vitest'
import { heldUntil } from './held-until.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const MINUTE = 60_000
const item = { categoryId: 'gold', seats: ['A1', 'A2'] }
const line = { ticketCategoryId: 'gold', seats: ['A2', 'A1', 'A3'] }
const order = (expiresAt: number, seats = line.seats) => ({ hold: { expiresAt }, lines: [{ ...line, seats }] }) as never
const rejected = (minutesAgo: number, more: object = {}) =>
  ({
    status: 'rejected',
    reviewedAt: new Date(NOW - minutesAgo * MINUTE).toISOString(),
    seatsHeld: true,
    lines: [line],
    ...more,
  }) as never

it('returns the end of the order that holds every seat of the line', () => {
  expect(heldUntil(item, [order(NOW + MINUTE)], [], NOW)).toBe(NOW + MINUTE)
  expect(heldUntil(item, [order(NOW - 1)], [], NOW)).toBeNull()
  expect(heldUntil(item, [order(NOW + MINUTE, ['A1'])], [], NOW)).toBeNull()
  expect(heldUntil(item, [{ hold: null, lines: [line] } as never], [], NOW)).toBeNull()
})

it('returns null for other seats than those of a rejected payment', () => {
  expect(heldUntil({ ...item, seats: ['B1'] }, [], [rejected(5)], NOW)).toBeNull()
})

it('returns the later of the two', () => {
  expect(heldUntil(item, [order(NOW + MINUTE)], [rejected(5)], NOW)).toBe(NOW + 10 * MINUTE)
})

it('counts standing places, whose numbers only a payment has', () => {
  const people = { categoryId: 'floor', seats: ['1', '2'] }
  const paid = (seats: string[]) => rejected(5, { lines: [{ ticketCategoryId: 'floor', seats }] })
  expect(heldUntil(people, [], [paid(['17', '33'])], NOW)).toBe(NOW + 10 * MINUTE)
  expect(heldUntil(people, [], [paid(['17'])], NOW)).toBeNull()
})
