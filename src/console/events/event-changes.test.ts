import { expect, test } from 'vitest'
import { beganWords, canChange, moveWords } from './event-changes.ts'

const DAY_MS = 86_400_000
const date = '2026-12-05T13:30:00.000Z'
const start = Date.parse(date)

test('an event can be cancelled or moved until seven days after its start', () => {
  const event = { status: 'scheduled', date } as const
  expect(canChange(event, start - 1)).toBe(true)
  expect(canChange(event, start + 7 * DAY_MS - 1)).toBe(true)
  expect(canChange(event, start + 7 * DAY_MS)).toBe(false)
  expect(canChange({ ...event, status: 'cancelled' }, start - 1)).toBe(false)
})

test('says when the event began and how long it can change', () => {
  expect(beganWords(date, start - 1)).toBeNull()
  expect(beganWords(date, start)).toBe(
    'It began on Sat 5 Dec 2026, 7:00 pm. It can be cancelled or moved for 7 days after that.',
  )
})

test('a move offers refunds for a new time only, at most until the event begins', () => {
  expect(moveWords({ date }, start - 8 * DAY_MS)).toContain('can ask for their money back for 7 days.')
  expect(moveWords({ date, venue: 'Garden' }, start - 3 * DAY_MS)).toContain('money back until it begins.')
  expect(moveWords({ venue: 'Garden' }, start)).toContain('only when the time changes.')
  expect(moveWords({}, start)).toContain('For a new place alone they cannot.')
})
