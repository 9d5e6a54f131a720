import { expect, test } from 'vitest'
import type { CheckIn } from '#shop/gate/gate-admin.api.ts'
import { checkInColumns, checkInRows, type PersonRow } from './gate-watch-route.tsx'

const ticket: CheckIn = {
  ticketId: 't1',
  eventId: 'e1',
  code: 'ABCD2345',
  orderCode: 'MF1',
  userName: 'Farah N.',
  userEmail: null,
  categoryName: 'Gold',
  seats: ['A1', 'A2'],
  status: 'completed',
  refund: null,
  admittedSeats: [],
  firstInAt: null,
  lastInAt: null,
  gates: [],
  people: [
    { seat: 'A1', name: 'Farah N.', received: false, inAt: null, gate: null },
    { seat: 'A2', name: 'Dev P.', received: true, inAt: '2026-11-26T13:45:00.000Z', gate: 'Gate A' },
  ],
}
const first = checkInRows([ticket])[0]!
const cells = (row: PersonRow) => Object.fromEntries(checkInColumns.map(({ head, cell }) => [head, cell(row)]))
const stateOf = (change: Partial<CheckIn>) =>
  checkInColumns.find(({ head }) => head === 'State')?.cell({ ...first, ...change })

test('the file has each ticket’s state at the gate and its refund', () => {
  expect(stateOf({})).toBe('valid')
  expect(stateOf({ status: 'failed' })).toBe('revoked')
  expect(stateOf({ refund: 'requested' })).toBe('refund owed')
  expect(stateOf({ status: 'failed', refund: 'requested' })).toBe('refund owed')
  expect(stateOf({ status: 'failed', refund: 'refunded' })).toBe('refunded')
})

test('the file has a row a person, with who gave them the ticket and when they came', () => {
  const [buyer, friend] = checkInRows([ticket]).map(cells)
  expect(buyer).toMatchObject({ Name: 'Farah N.', 'Received from': null, Seat: 'A1', 'In (IST)': null })
  expect(friend).toMatchObject({
    ...{ 'Ticket code': 'ABCD-2345', Name: 'Dev P.', 'Received from': 'Farah N.', Seat: 'A2' },
    ...{ 'In (IST)': '2026-11-26 19:15', Gate: 'Gate A' },
  })
})
