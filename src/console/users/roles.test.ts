import { expect, it } from 'vitest'
import { endOfDay, lastDayOf } from './roles.ts'

it('ends a role at midnight IST after its last day', () => {
  expect(endOfDay('2026-11-26')).toBe('2026-11-26T18:30:00.000Z')
  expect(endOfDay('2026-12-31')).toBe('2026-12-31T18:30:00.000Z')
  expect(endOfDay('')).toBeNull()
})

it('names the last day again', () => {
  for (const day of ['2026-11-26', '2026-12-31', '']) expect(lastDayOf(endOfDay(day))).toBe(day)
  expect(lastDayOf('2026-11-26T12:00:00Z')).toBe('2026-11-26')
})
