import { describe, expect, test } from 'vitest'
import cases from './scan-conflict-cases.json' with { type: 'json' }
import { findConflicts, type SeatScan } from './scan-conflicts.ts'

const scansOf = (one: (typeof cases)[number]): SeatScan[] =>
  one.scans.map((scan) => ({
    id: scan.id,
    place: scan.ticket,
    seats: scan.seats,
    correctedAt: scan.at,
    undoes: 'undoes' in scan ? (scan.undoes ?? null) : null,
  }))

describe('the same seat let in twice', () => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const expected = one.conflicts.map(([place, seat, first, later]) => ({ place, seat, first, later }))
    expect(findConflicts(scansOf(one))).toEqual(expected)
    // In whatever order they arrive.
    expect(findConflicts(scansOf(one).toReversed())).toEqual(expected)
  })

  test('a thousand scans of ten seats: every one but the winners conflicts', () => {
    const scans = Array.from({ length: 1_000 }, (_, n): SeatScan => ({
      id: String(n).padStart(4, '0'),
      place: 'gold',
      seats: [`A${(n % 10) + 1}`],
      correctedAt: Math.floor(n / 100),
      undoes: null,
    }))
    const conflicts = findConflicts(scans)
    expect(conflicts).toHaveLength(990)
    expect(new Set(conflicts.map((one) => one.first))).toEqual(new Set(Array.from({ length: 10 }, (_, n) => `000${n}`)))
  })
})
