import { expect, test } from 'vitest'
import { turnRefusal } from './queue.ts'

test('says which queue, which place and who is let in', () => {
  const detail = { event_id: 'e1', opens_at: '2026-12-01T12:00:00+00:00', drawn: true, place: 12, let_in: 3, rate: 600 }
  expect(turnRefusal(detail)).toEqual({ eventId: 'e1', drawn: true, place: 12, letIn: 3 })
  expect(turnRefusal({ ...detail, drawn: false, place: null, let_in: 0 })).toMatchObject({ drawn: false, place: null })
})

test('is null for the detail of another refusal', () => {
  for (const detail of [null, undefined, 'e1', [], { place: 3 }]) expect(turnRefusal(detail)).toBeNull()
})
