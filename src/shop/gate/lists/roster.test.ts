import { describe, expect, it } from 'vitest'
import { rosterTicket } from '../../../../tests/support/gate/gate-scan.ts'
import type { RosterTicket } from './roster-ticket.ts'
import { extraSeatsAdmitted } from './counts.store.ts'
import { searchTerms, withTicket } from './roster.ts'
import type { GateScanRow } from '../gate-rows.ts'

const ticket = (more: Partial<RosterTicket> = {}) => rosterTicket(['BALC-D4', 'BALC-D5'], { passes: [], ...more })
const empty = { tickets: 0, bytes: 0, expected: 0, admitted: 0 }
const scan = (more: Partial<GateScanRow>): GateScanRow =>
  ({ id: 's1', seats: ['BALC-D4'], gate: 'B', scannedAt: 1, offset: 0, undoes: null, ...more }) as GateScanRow

it('the search finds a ticket by name, and by seat with and without its section', () => {
  expect(searchTerms(ticket()).sort()).toEqual(['balc', 'd4', 'd5', 'farah', 'n'])
  expect(searchTerms(ticket({ seats: ['17', '18'] })).sort()).toEqual(['farah', 'n'])
  expect(searchTerms(ticket({ name: 'अनीता श.' }))).toContain('अनीता')
  const passes = [{ seat: 'BALC-D4', issue: 1, from: 1, name: 'Bela D.' }]
  expect(searchTerms(ticket({ passes }))).toContain('bela')
})

it('the list’s sums follow every change of a ticket', () => {
  const came = withTicket(empty, null, ticket())
  expect(came).toMatchObject({ tickets: 1, expected: 2, admitted: 0 })
  const inside = ticket({ admissions: [{ scanId: 's', seats: ['BALC-D4'], gate: 'A', at: 1 }] })
  const entered = withTicket(came, ticket(), inside)
  expect(entered).toMatchObject({ tickets: 1, expected: 2, admitted: 1 })
  const revoked = withTicket(entered, inside, { ...inside, state: 'revoked' })
  expect(revoked).toMatchObject({ expected: 0, admitted: 1 })
  expect(withTicket(revoked, { ...inside, state: 'revoked' }, null)).toEqual(empty)
})

describe('seats let in since the list was made', () => {
  it('count once, with or without the scan in the list', () => {
    expect(extraSeatsAdmitted(ticket(), [scan({})])).toBe(1)
    const listed = ticket({ admissions: [{ scanId: 's1', seats: ['BALC-D4'], gate: 'B', at: 1 }] })
    expect(extraSeatsAdmitted(listed, [scan({})])).toBe(0)
    expect(extraSeatsAdmitted(ticket(), [scan({}), scan({ id: 's2' })])).toBe(1)
  })
  it('are reduced by an undo, even of a scan in the list', () => {
    const undo = scan({ id: 'u', seats: [], undoes: 's1' })
    expect(extraSeatsAdmitted(ticket(), [scan({}), undo])).toBe(0)
    const listed = ticket({ admissions: [{ scanId: 's1', seats: ['BALC-D4'], gate: 'B', at: 1 }] })
    expect(extraSeatsAdmitted(listed, [undo])).toBe(-1)
  })
})
