import { afterEach, expect, it } from 'vitest'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { setTerms } from '#ui/terms.ts'
import { seatsKeptUntil } from './seats-kept.ts'

const reviewedAt = '2026-11-20T06:30:00.000Z'
const at = Date.parse(reviewedAt)
const payment = { status: 'rejected', reviewedAt, seatsHeld: true } as const

afterEach(() => setTerms(FIRST_TERMS))

it('keeps the seats of a rejected payment for the minutes of the terms', () => {
  expect(seatsKeptUntil(payment, at)).toBe(at + 15 * 60_000)
  setTerms({ ...FIRST_TERMS, retryMinutes: 40 })
  expect(seatsKeptUntil(payment, at)).toBe(at + 40 * 60_000)
  expect(seatsKeptUntil(payment, at + 40 * 60_000)).toBeNull()
})

it('keeps nothing of seats that were lost or of another decision', () => {
  expect(seatsKeptUntil({ ...payment, seatsHeld: false }, at)).toBeNull()
  expect(seatsKeptUntil({ ...payment, status: 'approved' }, at)).toBeNull()
  expect(seatsKeptUntil(undefined, at)).toBeNull()
})
