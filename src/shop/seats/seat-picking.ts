import type { SeatMap, SeatMapRow, SeatMapSeat } from './seat-map.ts'

/** In places along the row; an aisle is one place. */
const besideReach = 2

interface RankedRow {
  row: SeatMapRow
  fromStage: number
  /** Position facing the middle of the stage; may be between two seats. */
  middle: number
}

/**
 * Returns n adjacent free seats nearest the front middle, or null. No aisle, wheelchair place or companion seat. Of equal
 * ones those that leave fewer single seats; then front, left.
 */
export function bestTogether(map: SeatMap, taken: ReadonlySet<string>, n: number): string[] | null {
  if (!Number.isInteger(n) || n < 1) return null
  let best: { seats: (SeatMapSeat | null)[]; start: number; distance: number; alone: number } | null = null
  for (const { row, fromStage, middle } of fromTheFront(map)) {
    if (
      best &&
      (fromStage * fromStage > best.distance || (fromStage * fromStage === best.distance && best.alone === 0))
    )
      break
    let run = 0
    for (let end = 0; end < row.seats.length; end += 1) {
      run = canBeGiven(row.seats[end], taken) ? run + 1 : 0
      if (run < n) continue
      const start = end - n + 1
      const aside = start + (n - 1) / 2 - middle
      const distance = fromStage * fromStage + aside * aside
      if (best && distance > best.distance) continue
      const alone = leftAlone(row.seats, taken, start, end + 1)
      if (!best || distance < best.distance || alone < best.alone) best = { seats: row.seats, start, distance, alone }
    }
  }
  return best && best.seats.slice(best.start, best.start + n).map((seat) => seat!.label)
}

/** Counts the free seats with no free neighbour once `start` … `end - 1` are taken, beside these. */
function leftAlone(seats: (SeatMapSeat | null)[], taken: ReadonlySet<string>, start: number, end: number): number {
  const free = (position: number): boolean => canBeGiven(seats[position], taken)
  return Number(free(start - 1) && !free(start - 2)) + Number(free(end) && !free(end + 1))
}

/** Returns a free seat that `mine` leave alone between taken ones; null without one. The edge of a row is no seat. */
export function seatLeftAlone(map: SeatMap, taken: ReadonlySet<string>, mine: ReadonlySet<string>): string | null {
  if (mine.size === 0) return null
  for (const { rows } of map.sections)
    for (const { seats } of rows)
      for (const [position, seat] of seats.entries()) {
        if (!seat || !canBeGiven(seat, taken) || mine.has(seat.label)) continue
        const [left, right] = [seats[position - 1]?.label ?? '', seats[position + 1]?.label ?? '']
        const own = Number(mine.has(left)) + Number(mine.has(right))
        if (own === 2 || (own === 1 && (taken.has(left) || taken.has(right)))) return seat.label
      }
  return null
}

/** Counts by the rules of `bestTogether`; 0 when none is free. */
export function maxTogether(map: SeatMap, taken: ReadonlySet<string>): number {
  let most = 0
  for (const section of map.sections) {
    for (const row of section.rows) {
      let run = 0
      for (const seat of row.seats) {
        run = canBeGiven(seat, taken) ? run + 1 : 0
        if (run > most) most = run
      }
    }
  }
  return most
}

/** Returns the nearest free seat in the same row, within two places; on a tie front, then left. Null without one. */
export function seatBeside(map: SeatMap, taken: ReadonlySet<string>, mine: Iterable<string>): string | null {
  const own = new Set(mine)
  let best: { label: string; distance: number } | null = null
  for (const { row } of fromTheFront(map)) {
    const ownPositions: number[] = []
    let hasWheelchair = false
    for (const [position, seat] of row.seats.entries()) {
      if (!seat || !own.has(seat.label)) continue
      ownPositions.push(position)
      hasWheelchair ||= seat.wheelchair
    }
    if (ownPositions.length === 0) continue
    for (const [position, seat] of row.seats.entries()) {
      if (!seat || own.has(seat.label) || !canBeGiven(seat, taken, hasWheelchair, own)) continue
      const distance = Math.min(...ownPositions.map((ownPosition) => Math.abs(ownPosition - position)))
      if (distance <= besideReach && (!best || distance < best.distance)) best = { label: seat.label, distance }
    }
  }
  return best?.label ?? null
}

/** Returns a seat beside `mine` (the seats kept), else the free one nearest to the lost seat; null if none is free. */
export function seatInstead(
  map: SeatMap,
  taken: ReadonlySet<string>,
  mine: Iterable<string>,
  lost: string,
): string | null {
  const own = new Set(mine)
  const gone = new Set(taken).add(lost)
  const beside = seatBeside(map, gone, own)
  if (beside !== null) return beside
  const rows = fromTheFront(map)
  const home = rows.find(({ row }) => row.seats.some((seat) => seat?.label === lost))
  if (!home) return bestTogether(map, new Set([...gone, ...own]), 1)?.[0] ?? null
  const homeAside = home.row.seats.findIndex((seat) => seat?.label === lost) - home.middle
  const wheelchair = home.row.seats.find((seat) => seat?.label === lost)!.wheelchair
  let best: { label: string; distance: number } | null = null
  // The lost seat's row comes first, so that it wins ties.
  for (const { row, fromStage, middle } of [home, ...rows]) {
    const rowsAway = fromStage - home.fromStage
    if (best && rowsAway * rowsAway > best.distance) continue
    for (const [position, seat] of row.seats.entries()) {
      if (!seat || own.has(seat.label) || !canBeGiven(seat, gone, wheelchair, own)) continue
      const aside = position - middle - homeAside
      const distance = rowsAway * rowsAway + aside * aside
      if (!best || distance < best.distance) best = { label: seat.label, distance }
    }
  }
  return best?.label ?? null
}

function fromTheFront(map: SeatMap): RankedRow[] {
  const rows: Omit<RankedRow, 'fromStage'>[] = []
  for (const section of map.sections) {
    const width = Math.max(0, ...section.rows.map((row) => row.seats.length))
    for (const row of section.rows) rows.push({ row, middle: (width - 1) / 2 })
  }
  if (map.stage === 'bottom') rows.reverse()
  return rows.map((row, fromStage) => ({ ...row, fromStage }))
}

function canBeGiven(
  seat: SeatMapSeat | null | undefined,
  taken: ReadonlySet<string>,
  wheelchair = false,
  own?: ReadonlySet<string>,
): boolean {
  if (!seat || seat.blocked || taken.has(seat.label)) return false
  if (seat.companionOf !== undefined && !own?.has(seat.companionOf)) return false
  return wheelchair || !seat.wheelchair
}
