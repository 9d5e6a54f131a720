import { freeSeatAt, freeSeats, isFree, nearestSeat, type FreeSeats } from './places/free-seats.ts'
import { turned } from './places/section-places.ts'
import { parseSeatLabel, type SeatMap, type SeatMapSeat } from './seat-map.ts'

/** Lengths are in places: one place is the distance between two neighbouring seats. Of `free` seats x and y are 0. */
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
  height: number
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
  /** Places of the longest row. */
  columns: number
  width: number
  height: number
  stage: 'top' | 'bottom'
  /** Null for sections one below the other with straight rows: a grid, which draws much faster. */
  free: FreeSeats | null
}

/** In places. */
export const sectionNameHeight = 0.9
export const sectionGap = 0.6

/** Places sections one below the other, centred, with their positions aligned, unless the map says where they are. */
export function layOutSeats(map: SeatMap): SeatGeometry {
  const geometry = layOutGrid(map)
  if (!isFree(map)) return geometry
  const free = freeSeats(map, geometry.seats.length)
  return {
    ...geometry,
    rows: geometry.rows.map((row) => ({ ...row, x: 0, y: 0 })),
    sections: geometry.sections.map((section, index) => {
      const { left, top, right, bottom } = free.sections[index]!.box
      return { ...section, x: left, y: top, width: right - left, height: bottom - top }
    }),
    ...{ width: free.width, height: free.height, free },
  }
}

function layOutGrid(map: SeatMap): SeatGeometry {
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
      ...{ height: 0, firstRow: rows.length, endRow: rows.length },
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
    drawn.height = y - drawn.y
    sections.push(drawn)
  }
  return { seats, rowOf, columnOf, rows, sections, columns: width, width, height: y, stage: map.stage, free: null }
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
  const bottom = Math.max(...sections.map((section) => section.y + section.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Returns the left upper corner of a seat's place; of a turned one, that of the place upright. */
export function placeOf(geometry: SeatGeometry, seat: number): { x: number; y: number } {
  const { free } = geometry
  if (free) return { x: free.x[seat]! - 0.5, y: free.y[seat]! - 0.5 }
  const row = geometry.rows[geometry.rowOf[seat]!]!
  return { x: row.x + geometry.columnOf[seat]!, y: row.y }
}

/** Returns the square of a seat, `side` places wide, as the data of an SVG path. */
export function squareOf(geometry: SeatGeometry, seat: number, side: number): string {
  const { x, y } = placeOf(geometry, seat)
  const angle = geometry.free?.angle[seat] ?? 0
  if (angle === 0) return `M${x} ${y}h${side}v${side}h-${side}z`
  const half = side / 2
  const corners = [[-half, -half] as const, [half, -half] as const, [half, half] as const, [-half, half] as const]
  return corners
    .map(([across, down], corner) => {
      const at = turned({ x: across, y: down, angle: 0 }, angle, x + half, y + half)
      return `${corner === 0 ? 'M' : 'L'}${at.x.toFixed(2)} ${at.y.toFixed(2)}`
    })
    .join('')
    .concat('z')
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
  if (geometry.free) return freeSeatAt(geometry.free, x, y)
  const row = geometry.rows[firstRowBelow(geometry, y)]
  if (!row || y < row.y) return -1
  return row.at[Math.floor(x - row.x)] ?? -1
}

/** Returns the seat nearest to a point, in a grid in the row there; -1 when none of it is for sale. */
export function seatNear(geometry: SeatGeometry, x: number, y: number): number {
  const { seats, rows, free } = geometry
  if (rows.length === 0) return -1
  if (!free) return nearestInRow(geometry, Math.min(firstRowBelow(geometry, y), rows.length - 1), x)
  return nearestSeat(free, unblocked(seats, 0, seats.length), x, y)
}

/** Returns the seats from `first` to before `end` that are not blocked. */
export function unblocked(seats: readonly SeatMapSeat[], first: number, end: number): number[] {
  const found = []
  for (let seat = first; seat < end; seat += 1) if (!seats[seat]!.blocked) found.push(seat)
  return found
}

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

/** Returns the first seat that is not blocked, from `from` to before `end`; null without one. */
export function along(geometry: SeatGeometry, from: number, end: number, by: 1 | -1): number | null {
  for (let seat = from; seat !== end; seat += by) if (!geometry.seats[seat]!.blocked) return seat
  return null
}

/** Returns the seat of a row that is nearest to `middle` across the map; -1 when all are blocked. */
export function nearestInRow(geometry: SeatGeometry, rowIndex: number, middle: number): number {
  const row = geometry.rows[rowIndex]!
  let nearest = -1
  let distance = Infinity
  for (let seat = row.first; seat < row.end; seat += 1) {
    if (geometry.seats[seat]!.blocked) continue
    const away = Math.abs(placeOf(geometry, seat).x + 0.5 - middle)
    if (away < distance) {
      nearest = seat
      distance = away
    }
  }
  return nearest
}
