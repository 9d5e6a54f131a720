import { expect, test } from 'vitest'
import { TICKET_COLUMNS } from '../ticket-rows.ts'
import { codesOf, parsePasses } from './passes.ts'

test('a pass says when a code of an earlier holder was let in, and its ticket is read with that', () => {
  const row = { number: 1, seat: 'A1', issue: 2, key_number: 1, signature: 'ab'.repeat(64) }
  const ticket = {
    id: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000002',
    eventId: '00000000-0000-4000-8000-000000000003',
  }
  const shown = (old_code_at?: string | null) =>
    codesOf({ ...ticket, passes: parsePasses([{ ...row, ...(old_code_at !== undefined && { old_code_at }) }]) })[0]!
      .oldCodeAt
  expect(shown('2026-11-26T13:45:00+00:00')).toBe('2026-11-26T13:45:00.000Z')
  expect(shown(null)).toBeUndefined()
  expect(shown()).toBeUndefined()
  expect(TICKET_COLUMNS).toMatch(/,passes\([^)]*\bold_code_at\b[^)]*\)/)
})
