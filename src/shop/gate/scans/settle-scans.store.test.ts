import { expect, it } from 'vitest'
import { extraSeatsAdmitted } from '../lists/counts.store.ts'
import type { GateScanRow } from '../gate-rows.ts'
import { uncountedAdmissions } from './settle-scans.store.ts'

const scan = (id: string, more: Partial<GateScanRow>): GateScanRow =>
  ({ id, seats: [], undoes: null, state: 'waiting', gate: 'A', scannedAt: 0, offset: 0, ...more }) as GateScanRow
const entered = scan('1', { seats: ['A1'] })

it('does not count an undone admission, unless the server refuses the undo', () => {
  const undo = scan('2', { undoes: '1' })
  expect(uncountedAdmissions(null, [entered, undo]).admissions).toEqual([])
  expect(extraSeatsAdmitted(null, [entered, undo])).toBe(0)
  const refused = { ...undo, undoRefused: true }
  expect(uncountedAdmissions(null, [entered, refused])).toMatchObject({
    admissions: [{ scanId: '1' }],
    undone: new Set(),
  })
  expect(extraSeatsAdmitted(null, [entered, refused])).toBe(1)
})
