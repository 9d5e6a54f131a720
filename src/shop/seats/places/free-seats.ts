import type { SeatMap } from '../seat-map.ts'
import {
  addToBox,
  emptyBox,
  readable,
  reachOf,
  sectionSpots,
  turned,
  upright,
  type Box,
  type Spot,
} from './section-places.ts'

/** Seats that are not in one grid: some of their sections are placed or their rows shaped. Lengths are in places. */
export interface FreeSeats {
  /** The middle of each seat. */
  x: Float32Array
  y: Float32Array
  /** As drawn: within an eighth of a turn. */
  angle: Float32Array
  /** The middle of each row's letters, before its first seat. */
  letters: { x: number; y: number }[]
  rowBoxes: Box[]
  sections: FreeSection[]
  width: number
  height: number
  platform: { x: number; y: number; width: number; height: number } | null
  /** Seats by square of `CELL` places: those of square `n` are `inCell[cells[n]]` to before `inCell[cells[n + 1]]`. */
  cells: Int32Array
  inCell: Int32Array
  cellsAcross: number
}

interface FreeSection {
  box: Box
  /** The middle of its name, and the angle at which that is read. */
  name: Spot
  /** How often a quarter turn brings it upright, 0 to 3. */
  quarters: number
}

const CELL = 2
const NAME_HEIGHT = 0.9
const GAP = 0.6
/** Places of a first row before which a name has room. */
const LEAST_NAMED = 6
/** From a row's first seat to its letters. */
const LETTERS_AWAY = 0.95

/** True when the map is more than sections one below the other with straight rows. */
export const isFree = ({ sections }: SeatMap): boolean =>
  sections.some(({ x, rows }) => x !== undefined || rows.some(({ curve, shift, gap }) => curve || shift || gap))

/** Returns where all seats are, in the order of the map; `seats` is their number. */
export function freeSeats(map: SeatMap, seats: number): FreeSeats {
  const spots = map.sections.map(sectionSpots)
  const anchors = anchorsOf(map, spots)
  const [x, y, angle] = [new Float32Array(seats), new Float32Array(seats), new Float32Array(seats)]
  const letters: FreeSeats['letters'] = []
  const rowBoxes: Box[] = []
  const sections: FreeSection[] = []
  const all = emptyBox()
  let seat = 0
  for (const [index, section] of map.sections.entries()) {
    const anchor = anchors[index]!
    const put = (spot: Spot): Spot => turned(spot, anchor.angle, anchor.x, anchor.y)
    const box = emptyBox()
    for (const [at, row] of section.rows.entries()) {
      const rowBox = emptyBox()
      let begin: Spot | null = null
      for (const [place, found] of row.seats.entries()) {
        if (!found) continue
        const spot = put(spots[index]![at]![place]!)
        begin ??= spot
        ;[x[seat], y[seat], angle[seat]] = [spot.x, spot.y, upright(spot.angle)]
        addToBox(rowBox, spot.x, spot.y, reachOf(spot.angle))
        seat += 1
      }
      const letter = begin
        ? { x: begin.x - Math.cos(begin.angle) * LETTERS_AWAY, y: begin.y - Math.sin(begin.angle) * LETTERS_AWAY }
        : { x: anchor.x, y: anchor.y }
      addToBox(rowBox, letter.x, letter.y, 0.4)
      letters.push(letter)
      rowBoxes.push(rowBox)
      addToBox(box, rowBox.left, rowBox.top, 0)
      addToBox(box, rowBox.right, rowBox.bottom, 0)
    }
    const name = put({ x: 0, y: nameLevel(spots[index]!), angle: 0 })
    if (section.name !== null) addToBox(box, name.x, name.y, NAME_HEIGHT / 2)
    const quarters = ((Math.round(anchor.angle / (Math.PI / 2)) % 4) + 4) % 4
    sections.push({ box, name: { ...name, angle: readable(name.angle) }, quarters })
    addToBox(all, box.left, box.top, 0)
    addToBox(all, box.right, box.bottom, 0)
  }
  const platform = map.platform ? { ...map.platform, x: map.platform.x - map.platform.width / 2 } : null
  if (platform) {
    addToBox(all, platform.x, platform.y, 0)
    addToBox(all, platform.x + platform.width, platform.y + platform.height, 0)
  }
  const [left, top] = seats > 0 || platform ? [all.left, all.top] : [0, 0]
  for (let one = 0; one < seats; one += 1) {
    x[one]! -= left
    y[one]! -= top
  }
  for (const letter of letters) move(letter, left, top)
  for (const { box, name } of sections) {
    moveBox(box, left, top)
    move(name, left, top)
  }
  for (const box of rowBoxes) moveBox(box, left, top)
  if (platform) move(platform, left, top)
  const [width, height] = seats > 0 || platform ? [all.right - left, all.bottom - top] : [0, 0]
  return { x, y, angle, letters, rowBoxes, sections, width, height, platform, ...cellsOf(x, y, width, height) }
}

/** Returns where a section's name is: before its first row, or behind its last one where the first is short. */
function nameLevel(rows: readonly (readonly Spot[])[]): number {
  const [first, last] = [rows[0] ?? [], rows.at(-1) ?? []]
  if (first.length >= LEAST_NAMED || last.length <= first.length) return -NAME_HEIGHT / 2
  return Math.max(...last.map(({ y, angle }) => y + reachOf(angle))) + NAME_HEIGHT / 2
}

/** Returns the place and turn of each section: its own, or below those that have one, in the order of the map. */
function anchorsOf(map: SeatMap, spots: Spot[][][]): Spot[] {
  const placed = emptyBox()
  const anchors = map.sections.map(({ x, y = 0, turn = 0 }, index): Spot | null => {
    if (x === undefined) return null
    const anchor = { x, y, angle: (turn * Math.PI) / 180 }
    for (const spot of spots[index]!.flat()) {
      const at = turned(spot, anchor.angle, x, y)
      addToBox(placed, at.x, at.y, reachOf(at.angle))
    }
    return anchor
  })
  const [middle, bottom] = placed.right > placed.left ? [(placed.left + placed.right) / 2, placed.bottom + GAP] : [0, 0]
  let below = bottom
  return anchors.map((anchor, index) => {
    if (anchor) return anchor
    const box = emptyBox()
    if (map.sections[index]!.name !== null) {
      const name = nameLevel(spots[index]!)
      addToBox(box, 0, name - NAME_HEIGHT / 2, 0)
      addToBox(box, 0, name + NAME_HEIGHT / 2, 0)
    }
    for (const spot of spots[index]!.flat()) addToBox(box, spot.x, spot.y, reachOf(spot.angle))
    const y = below + (below > bottom ? GAP : 0) - box.top
    below = y + box.bottom
    return { x: middle, y, angle: 0 }
  })
}

function move(what: { x: number; y: number }, left: number, top: number): void {
  what.x -= left
  what.y -= top
}

function moveBox(box: Box, left: number, top: number): void {
  box.left -= left
  box.right -= left
  box.top -= top
  box.bottom -= top
}

function cellsOf(x: Float32Array, y: Float32Array, width: number, height: number) {
  const cellsAcross = Math.floor(width / CELL) + 1
  const cells = new Int32Array(cellsAcross * (Math.floor(height / CELL) + 1) + 1)
  const cellOf = (seat: number): number => Math.floor(y[seat]! / CELL) * cellsAcross + Math.floor(x[seat]! / CELL)
  for (let seat = 0; seat < x.length; seat += 1) cells[cellOf(seat) + 1]! += 1
  for (let cell = 1; cell < cells.length; cell += 1) cells[cell]! += cells[cell - 1]!
  const next = cells.slice()
  const inCell = new Int32Array(x.length)
  for (let seat = 0; seat < x.length; seat += 1) {
    const cell = cellOf(seat)
    inCell[next[cell]!] = seat
    next[cell]! += 1
  }
  return { cells, inCell, cellsAcross }
}

/** Calls `act` with each seat of which a part may be in the box. */
export function eachSeatIn(free: FreeSeats, { left, top, right, bottom }: Box, act: (seat: number) => void): void {
  const { cells, inCell, cellsAcross } = free
  // A turned place reaches three quarters of a place from its middle.
  const column = (at: number): number => Math.max(0, Math.min(cellsAcross - 1, Math.floor(at / CELL)))
  const rows = Math.floor((cells.length - 1) / cellsAcross)
  const fromRow = Math.max(0, Math.floor((top - 0.75) / CELL))
  const toRow = Math.min(rows - 1, Math.floor((bottom + 0.75) / CELL))
  for (let row = fromRow; row <= toRow; row += 1) {
    const first = cells[row * cellsAcross + column(left - 0.75)]!
    const end = cells[row * cellsAcross + column(right + 0.75) + 1]!
    for (let at = first; at < end; at += 1) act(inCell[at]!)
  }
}

/** Returns the seat whose square has the point; -1 without one. */
export function freeSeatAt(free: FreeSeats, x: number, y: number): number {
  let found = -1
  eachSeatIn(free, { left: x, top: y, right: x, bottom: y }, (seat) => {
    const away = turned({ x: x - free.x[seat]!, y: y - free.y[seat]!, angle: 0 }, -free.angle[seat]!, 0, 0)
    if (Math.abs(away.x) <= 0.5 && Math.abs(away.y) <= 0.5) found = seat
  })
  return found
}

/** Returns which of these seats is nearest to a point; -1 of none. */
export function nearestSeat(free: FreeSeats, seats: Iterable<number>, x: number, y: number): number {
  let nearest = -1
  let distance = Infinity
  for (const seat of seats) {
    const away = (free.x[seat]! - x) ** 2 + (free.y[seat]! - y) ** 2
    if (away < distance) [nearest, distance] = [seat, away]
  }
  return nearest
}
