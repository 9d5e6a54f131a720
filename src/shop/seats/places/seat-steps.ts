import { along, nearestInRow, unblocked, type SeatGeometry } from '../seat-geometry.ts'
import { nearestSeat, type FreeSeats } from './free-seats.ts'

export type SeatStep =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row-start'
  | 'row-end'
  | 'map-start'
  | 'map-end'
  | 'section-before'
  | 'section-after'

/** Step of 'section-before' and 'section-after' in a map of one section. */
const rowsPerPage = 10

/** Passes over aisles and blocked seats, never round the edge. Returns the seat itself when there is none that way. */
export function stepFrom(geometry: SeatGeometry, seat: number, step: SeatStep): number {
  if (geometry.free) return freeStep(geometry, geometry.free, seat, step)

  const rowIndex = geometry.rowOf[seat]!
  const row = geometry.rows[rowIndex]!
  const middle = row.x + geometry.columnOf[seat]! + 0.5
  const inRows = (from: number, by: 1 | -1) => {
    for (let index = from; index >= 0 && index < geometry.rows.length; index += by) {
      const found = nearestInRow(geometry, index, middle)
      if (found >= 0) return found
    }
    return seat
  }
  switch (step) {
    case 'left':
      return along(geometry, seat - 1, row.first - 1, -1) ?? seat
    case 'right':
      return along(geometry, seat + 1, row.end, 1) ?? seat
    case 'up':
      return inRows(rowIndex - 1, -1)
    case 'down':
      return inRows(rowIndex + 1, 1)
    case 'row-start':
      return along(geometry, row.first, row.end, 1) ?? seat
    case 'row-end':
      return along(geometry, row.end - 1, row.first - 1, -1) ?? seat
    case 'map-start':
      return along(geometry, 0, geometry.seats.length, 1) ?? seat
    case 'map-end':
      return along(geometry, geometry.seats.length - 1, -1, -1) ?? seat
    case 'section-before': {
      if (geometry.sections.length === 1) return inRows(Math.max(0, rowIndex - rowsPerPage), 1)
      const before = geometry.sections[row.section - 1]
      return before ? inRows(before.firstRow, 1) : seat
    }
    case 'section-after': {
      if (geometry.sections.length === 1) return inRows(Math.min(geometry.rows.length - 1, rowIndex + rowsPerPage), -1)
      const next = geometry.sections[row.section + 1]
      return next ? inRows(next.firstRow, 1) : seat
    }
  }
}

const arrows = ['right', 'down', 'left', 'up'] as const
type Arrow = (typeof arrows)[number]
const isArrow = (step: SeatStep): step is Arrow => arrows.some((arrow) => arrow === step)

/**
 * Goes along the rows of a turned section by the arrows as they point on the screen, and from its edges to the next
 * section that way.
 */
function freeStep(geometry: SeatGeometry, free: FreeSeats, seat: number, step: SeatStep): number {
  const { section, first, end } = geometry.rows[geometry.rowOf[seat]!]!
  const nearestOf = (row: number): number => {
    const there = geometry.rows[row]
    if (!there) return -1
    return nearestSeat(free, unblocked(geometry.seats, there.first, there.end), free.x[seat]!, free.y[seat]!)
  }
  const inRows = (from: number, last: number, by: 1 | -1): number => {
    for (let row = from; row !== last; row += by) {
      const found = nearestOf(row)
      if (found >= 0) return found
    }
    return -1
  }
  const toSection = step === 'section-before' || step === 'section-after'
  if (toSection && geometry.sections.length > 1) {
    const next = geometry.sections[section + (step === 'section-after' ? 1 : -1)]
    const found = next ? inRows(next.firstRow, next.endRow, 1) : -1
    return found < 0 ? seat : found
  }
  if (!isArrow(step)) return stepFrom({ ...geometry, free: null }, seat, step)
  const { quarters } = free.sections[section]!
  const local = arrows[(arrows.indexOf(step) - quarters + 4) % 4]!
  const { firstRow, endRow } = geometry.sections[section]!
  const row = geometry.rowOf[seat]!
  const within =
    local === 'left'
      ? along(geometry, seat - 1, first - 1, -1)
      : local === 'right'
        ? along(geometry, seat + 1, end, 1)
        : local === 'up'
          ? inRows(row - 1, firstRow - 1, -1)
          : inRows(row + 1, endRow, 1)
  if (within !== null && within >= 0) return within
  return beyond(geometry, free, seat, step) ?? seat
}

/** Returns the seat of another section that lies that way and least aside; null without one. */
function beyond(geometry: SeatGeometry, free: FreeSeats, seat: number, arrow: Arrow): number | null {
  const { section } = geometry.rows[geometry.rowOf[seat]!]!
  const [across, down] = { right: [1, 0], down: [0, 1], left: [-1, 0], up: [0, -1] }[arrow] as [number, number]
  let best: number | null = null
  let least = Infinity
  for (const other of unblocked(geometry.seats, 0, geometry.seats.length)) {
    if (geometry.rows[geometry.rowOf[other]!]!.section === section) continue
    const [dx, dy] = [free.x[other]! - free.x[seat]!, free.y[other]! - free.y[seat]!]
    const ahead = dx * across + dy * down
    const aside = Math.abs(dx * down + dy * across)
    if (ahead <= 0.3 || aside > ahead * 2) continue
    if (ahead + 4 * aside < least) [best, least] = [other, ahead + 4 * aside]
  }
  return best
}
