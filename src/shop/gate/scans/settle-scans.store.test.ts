import { expect, it } from 'vitest'
import { seatsSince } from '../lists/counts.store.ts'
import type { GateScanRow } from '../gate-rows.ts'
import { standingOf } from './settle-scans.store.ts'

const scan = (id: string, more: Partial<GateScanRow>): GateScanRow =>
  ({ id, seats: [], undoes: null, state: 'waiting', gate: 'A', scannedAt: 0, offset: 0, ...more }) as GateScanRow
const entered = scan('1', { seats: ['A1'] })

it('does not count an undone admission, unless the server refuses the undo', () => {
  const undo = scan('2', { undoes: '1' })
  expect(standingOf(null, [entered, undo]).admissions).toEqual([])
  expect(seatsSince(null, [entered, undo])).toBe(0)
  const refused = { ...undo, undoRefused: true }
  expect(standingOf(null, [entered, refused])).toMatchObject({ admissions: [{ scanId: '1' }], undone: new Set() })
  expect(seatsSince(null, [entered, refused])).toBe(1)
})
