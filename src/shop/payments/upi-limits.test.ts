import { expect, it } from 'vitest'
import { isAboveSharedQrLimit, isAboveUsualLimit } from './upi.ts'

it('recognises an amount above the usual limit of one transfer', () => {
  expect(isAboveUsualLimit(1_00_000_00)).toBe(false)
  expect(isAboveUsualLimit(1_00_000_01)).toBe(true)
})

it('recognises an amount that a stored QR does not pay to a person', () => {
  expect(isAboveSharedQrLimit(2_000_00)).toBe(false)
  expect(isAboveSharedQrLimit(2_000_01)).toBe(true)
})
