import type { Box } from '#shop/seats/places/section-places.ts'
import type { SeatGeometry } from '#shop/seats/seat-geometry.ts'

/** `to…` is one past the last. Of free seats the columns are those of a row, or what of it is in the `box`. */
export interface GridPart {
  box?: Box
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

interface Columns {
  from: number
  to: number
}

/** Returns the first column of a row that is in any part, and one past the last; null for none. */
export function columnsOf(geometry: SeatGeometry, parts: readonly GridPart[], row: number): Columns | null {
  let from = Infinity
  let to = -Infinity
  for (const { box, ...part } of parts) {
    if (row < part.fromRow || row >= part.toRow) continue
    const columns = box ? columnsIn(geometry, row, box) : { from: part.fromColumn, to: part.toColumn }
    from = Math.min(from, columns.from)
    to = Math.max(to, columns.to)
  }
  return from < to ? { from, to } : null
}

function columnsIn({ rows, free, columnOf }: SeatGeometry, index: number, box: Box): Columns {
  const columns = { from: Infinity, to: -Infinity }
  const row = free?.rowBoxes[index]
  if (!row || row.right < box.left || row.left > box.right || row.bottom < box.top || row.top > box.bottom)
    return columns
  const { first, end } = rows[index]!
  for (let seat = first; seat < end; seat += 1) {
    const [x, y] = [free.x[seat]!, free.y[seat]!]
    if (x < box.left - 0.5 || x > box.right + 0.5 || y < box.top - 0.5 || y > box.bottom + 0.5) continue
    columns.from = Math.min(columns.from, columnOf[seat]!)
    columns.to = Math.max(columns.to, columnOf[seat]! + 1)
  }
  return columns
}
