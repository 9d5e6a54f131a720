import type { SeatMapSection } from '../seat-map.ts'

/** Lengths in places, angles in radians, clockwise on a screen, where y grows downwards. */
export interface Spot {
  x: number
  y: number
  angle: number
}

/** A part of the map, in places. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns half the angle of the arc that `places` seats make when its ends are `rise` before its middle. */
function halfAngle(places: number, rise: number): number {
  const part = (2 * rise) / places
  let angle = 2 * part
  // Newton's steps for 1 - cos(a) = part · a; five are exact for every rise that a layout may have.
  for (let step = 0; step < 5; step += 1) angle -= (1 - Math.cos(angle) - part * angle) / (Math.sin(angle) - part || 1)
  return angle
}

/**
 * Returns where each of a row's places is, with the middle of the row at 0, 0. A `curve` above 0 brings both ends by as
 * much nearer to the upper edge; neighbours stay one place apart along the arc.
 */
export function rowSpots(places: number, curve: number): Spot[] {
  const along = Array.from({ length: places }, (_, place) => place + 0.5 - places / 2)
  if (curve === 0) return along.map((x) => ({ x, y: 0, angle: 0 }))
  const radius = places / 2 / halfAngle(places, Math.abs(curve))
  const side = Math.sign(curve)
  return along.map((arc) => {
    const angle = arc / radius
    return { x: radius * Math.sin(angle), y: -side * radius * (1 - Math.cos(angle)), angle: -side * angle }
  })
}

/** Returns the spots of each row, from the middle of the section's upper edge, before it is turned. */
export function sectionSpots({ rows }: Pick<SeatMapSection, 'rows'>): Spot[][] {
  const width = Math.max(0, ...rows.map(({ seats }) => seats.length))
  let below = 0
  return rows.map(({ seats, curve = 0, shift = 0, gap = 0 }, index) => {
    const x = shift + (seats.length - width) / 2
    const y = below + (index > 0 ? gap : 0) + 0.5
    below = y + 0.5
    return rowSpots(seats.length, curve).map((spot) => ({ x: x + spot.x, y: y + spot.y, angle: spot.angle }))
  })
}

/** Turns a spot around 0, 0 and moves it. */
export function turned(spot: Spot, turn: number, x: number, y: number): Spot {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { x: x + spot.x * cos - spot.y * sin, y: y + spot.x * sin + spot.y * cos, angle: spot.angle + turn }
}

/** Returns the angle of the same square that is nearest to upright, so that what is written in it can be read. */
export function upright(angle: number): number {
  const quarter = Math.PI / 2
  return angle - Math.round(angle / quarter) * quarter
}

/** Returns the same line's angle that is read from left to right. */
export function readable(angle: number): number {
  const half = angle - Math.round(angle / Math.PI) * Math.PI
  return half === -Math.PI / 2 ? Math.PI / 2 : half
}

export const emptyBox = (): Box => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })

export function addToBox(box: Box, x: number, y: number, reach: number): void {
  box.left = Math.min(box.left, x - reach)
  box.top = Math.min(box.top, y - reach)
  box.right = Math.max(box.right, x + reach)
  box.bottom = Math.max(box.bottom, y + reach)
}

/** Returns half of the room that a place with this angle takes across and down. */
export const reachOf = (angle: number): number => (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle))) / 2
