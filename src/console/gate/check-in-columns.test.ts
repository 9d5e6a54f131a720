import { expect, test } from 'vitest'
import type { CheckIn } from '#shop/gate/gate-admin.api.ts'
import { checkInColumns } from './check-in-columns.ts'

const ticket: CheckIn = {
  ticketId: 't1',
  eventId: 'e1',
  code: 'ABCD2345',
  orderCode: 'MF1',
  userName: 'Farah N.',
  userEmail: null,
  categoryName: 'Gold',
  seats: ['A1'],
  status: 'completed',
  refund: null,
  admittedSeats: [],
  firstInAt: null,
  lastInAt: null,
  gates: [],
}
const stateOf = (change: Partial<CheckIn>) =>
  checkInColumns.find(({ head }) => head === 'State')?.cell({ ...ticket, ...change })

test('the file has each ticket’s state at the gate and its refund', () => {
  expect(stateOf({})).toBe('valid')
  expect(stateOf({ status: 'failed' })).toBe('revoked')
  expect(stateOf({ refund: 'requested' })).toBe('refund due')
  expect(stateOf({ status: 'failed', refund: 'requested' })).toBe('refund due')
  expect(stateOf({ status: 'failed', refund: 'refunded' })).toBe('refunded')
})
