import { parseSeatLabel, type SeatMap, type SeatMapSeat } from './seat-map.ts'

/** Lengths are in places: one place is the distance between two neighbouring seats. */
export interface DrawnRow {
  label: string
  section: number
  x: number
  y: number
  /** Seat at each position, -1 for an aisle. */
  at: Int32Array
  /** Seats `first` … `end - 1`, from left to right. */
  first: number
  end: number
}

interface DrawnSection {
  name: string | null
  /** -1 without a price zone. */
  zone: number
  x: number
  y: number
  width: number
  firstRow: number
  endRow: number
}

/** Seats are numbered from 0 in the order of the map. */
export interface SeatGeometry {
  seats: SeatMapSeat[]
  rowOf: Int32Array
  columnOf: Int32Array
  rows: DrawnRow[]
  sections: DrawnSection[]
  width: number
  height: number
  stage: 'top' | 'bottom'
}

/** In places. */
export const sectionNameHeight = 0.9
export const sectionGap = 0.6

/** Places sections one below the other, centred; positions of a section are aligned. */
export function layOutSeats(map: SeatMap): SeatGeometry {
  const widths = map.sections.map((section) => Math.max(0, ...section.rows.map((row) => row.seats.length)))
  const width = Math.max(0, ...widths)
  // Rows share one array of fixed length: a map can have ten thousand seats.
  let positions = 0
  for (const section of map.sections) for (const row of section.rows) positions += row.seats.length
  const seats: SeatMapSeat[] = []
  const rowOf = new Int32Array(positions)
  const columnOf = new Int32Array(positions)
  const seatAtPosition = new Int32Array(positions).fill(-1)
  let begin = 0
  const rows: DrawnRow[] = []
  const sections: DrawnSection[] = []
  let y = 0
  for (const [index, section] of map.sections.entries()) {
    if (index > 0) y += sectionGap
    const x = (width - widths[index]!) / 2
    const drawn = {
      ...{ name: section.name, zone: section.zone ?? -1, x, y, width: widths[index]! },
      ...{ firstRow: rows.length, endRow: rows.length },
    }
    if (section.name !== null) y += sectionNameHeight
    for (const row of section.rows) {
      const first = seats.length
      const at = seatAtPosition.subarray(begin, (begin += row.seats.length))
      for (let column = 0; column < row.seats.length; column += 1) {
        const seat = row.seats[column]
        if (!seat) continue
        at[column] = seats.length
        columnOf[seats.length] = column
        seats.push(seat)
      }
      rowOf.fill(rows.length, first, seats.length)
      rows.push({ label: row.label, section: index, x, y, at, first, end: seats.length })
      y += 1
    }
    drawn.endRow = rows.length
    sections.push(drawn)
  }
  return { seats, rowOf, columnOf, rows, sections, width, height: y, stage: map.stage }
}

export const zoneOfRow = ({ sections }: SeatGeometry, row: DrawnRow): number => sections[row.section]!.zone

/** Returns the part of the map that a price zone takes; the whole map below 0. */
export function boxOfZone(
  geometry: SeatGeometry,
  zone: number,
): { x: number; y: number; width: number; height: number } {
  const sections = geometry.sections.filter((section) => section.zone === zone)
  if (zone < 0 || sections.length === 0) return { x: 0, y: 0, width: geometry.width, height: geometry.height }
  const x = Math.min(...sections.map((section) => section.x))
  const y = Math.min(...sections.map((section) => section.y))
  const right = Math.max(...sections.map((section) => section.x + section.width))
  const bottom = Math.max(...sections.map(({ endRow, y: top }) => (geometry.rows[endRow - 1]?.y ?? top) + 1))
  return { x, y, width: right - x, height: bottom - y }
}

export function placeOf(geometry: SeatGeometry, seat: number): { x: number; y: number } {
  const row = geometry.rows[geometry.rowOf[seat]!]!
  return { x: row.x + geometry.columnOf[seat]!, y: row.y }
}

/** The first row whose lower edge is below y; the number of rows without one. */
export function firstRowBelow(geometry: SeatGeometry, y: number): number {
  let low = 0
  let high = geometry.rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (geometry.rows[middle]!.y + 1 > y) high = middle
    else low = middle + 1
  }
  return low
}

/** The first row whose upper edge is at or below y; the number of rows without one. */
export function firstRowFrom(geometry: SeatGeometry, y: number): number {
  const row = firstRowBelow(geometry, y)
  return row < geometry.rows.length && geometry.rows[row]!.y < y ? row + 1 : row
}

/** Returns -1 where there is no seat. */
export function seatAt(geometry: SeatGeometry, x: number, y: number): number {
  const row = geometry.rows[firstRowBelow(geometry, y)]
  if (!row || y < row.y) return -1
  return row.at[Math.floor(x - row.x)] ?? -1
}

/** Returns the seat nearest to a point, in the row there; -1 when none of it is for sale. */
export const seatNear = (geometry: SeatGeometry, x: number, y: number): number =>
  geometry.rows.length === 0
    ? -1
    : nearestInRow(geometry, Math.min(firstRowBelow(geometry, y), geometry.rows.length - 1), x)

export function seatIndexOf(geometry: SeatGeometry, label: string): number {
  const wanted = parseSeatLabel(label)
  if (!wanted) return -1
  for (const row of geometry.rows) {
    if (row.label !== wanted.row) continue
    for (let seat = row.first; seat < row.end; seat += 1) if (geometry.seats[seat]!.label === label) return seat
  }
  return -1
}

/** Returns the seat in front of a price zone, or of the map. */
export function frontSeat(geometry: SeatGeometry, zone?: number): number {
  const rows = geometry.rows.map((_, index) => index)
  if (geometry.stage === 'bottom') rows.reverse()
  for (const index of rows) {
    if (zone !== undefined && zoneOfRow(geometry, geometry.rows[index]!) !== zone) continue
    const seat = nearestInRow(geometry, index, geometry.width / 2)
    if (seat >= 0) return seat
  }
  return -1
}

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

function along(geometry: SeatGeometry, from: number, end: number, by: 1 | -1): number | null {
  for (let seat = from; seat !== end; seat += by) if (!geometry.seats[seat]!.blocked) return seat
  return null
}

function nearestInRow(geometry: SeatGeometry, rowIndex: number, middle: number): number {
  const row = geometry.rows[rowIndex]!
  let nearest = -1
  let distance = Infinity
  for (let seat = row.first; seat < row.end; seat += 1) {
    if (geometry.seats[seat]!.blocked) continue
    const away = Math.abs(row.x + geometry.columnOf[seat]! + 0.5 - middle)
    if (away < distance) {
      nearest = seat
      distance = away
    }
  }
  return nearest
}
