import type { PlanRow, PlanSeat } from './read-plan.ts'

/** Seats beside each other on a line or an arc. Lengths are in seat widths. */
export interface Line {
  zone: number
  label: string
  seats: PlanSeat[]
  /** Of most of its seats. */
  category: string
  /** Radians; null for one seat. */
  angle: number | null
}

const FALLBACK_PX = 25
/** Seats that are further from an arc than this are not on it. */
const MAX_ASIDE = 0.4

/** Returns the distance between neighbours of most rows, in the plan's pixels. */
export function seatWidth(rows: readonly PlanRow[]): number {
  const nearest = rows
    .flatMap(({ seats }) =>
      seats.map((seat) =>
        seats.reduce((least, other) => (other === seat ? least : Math.min(least, apart(seat, other))), Infinity),
      ),
    )
    .filter((distance) => distance > 0 && distance < Infinity)
    .sort((a, b) => a - b)
  return nearest[Math.floor(nearest.length / 2)] ?? FALLBACK_PX
}

export const apart = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)

/** Cuts a row into lines: into itself, or, where its seats are around a table, into those that share a height or a side. */
export function linesOf({ zone, label, seats }: PlanRow): Line[] {
  const line = (some: PlanSeat[]): Line => ({
    ...{ zone, label, seats: some },
    ...{ category: mostOf(some.map(({ category }) => category)), angle: angleOf(some) },
  })
  const whole = line(seats)
  if (whole.angle === null || fit(seats, whole.angle).aside <= MAX_ASIDE) return seats.length > 0 ? [whole] : []
  const levels = bucketsOf(seats, ({ y }) => y)
  const sides = bucketsOf(seats, ({ x }) => x)
  return (sides.length < levels.length ? sides : levels).map(line)
}

function bucketsOf(seats: readonly PlanSeat[], of: (seat: PlanSeat) => number): PlanSeat[][] {
  const buckets: PlanSeat[][] = []
  for (const seat of [...seats].sort((a, b) => of(a) - of(b))) {
    const last = buckets.at(-1)
    if (last && of(seat) - of(last[0]!) <= MAX_ASIDE) last.push(seat)
    else buckets.push([seat])
  }
  return buckets
}

/** Returns the direction between the two seats that are furthest apart, within a quarter turn of the right. */
function angleOf(seats: readonly PlanSeat[]): number | null {
  const first = seats[0]
  if (!first || seats.length < 2) return null
  const furthest = (from: PlanSeat): PlanSeat =>
    seats.reduce((best, seat) => (apart(from, seat) > apart(from, best) ? seat : best), from)
  const end = furthest(first)
  const begin = furthest(end)
  if (begin === end) return null
  const angle = Math.atan2(end.y - begin.y, end.x - begin.x)
  return angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle
}

export interface Fit {
  /** In seat order: along the line, and across it, away from the stage. */
  along: { seat: PlanSeat; u: number; v: number }[]
  /** The middle of the line. */
  u: number
  v: number
  /** v is about `v` + `bend` · (u - middle)². */
  bend: number
  /** Of the seat that is furthest from the arc. */
  aside: number
}

/** Fits an arc through seats, in a frame that is turned by the angle. */
export function fit(seats: readonly PlanSeat[], angle: number): Fit {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = seats
    .map((seat) => ({ seat, u: seat.x * cos + seat.y * sin, v: seat.y * cos - seat.x * sin }))
    .sort((a, b) => a.u - b.u)
  const u = ((along[0]?.u ?? 0) + (along.at(-1)?.u ?? 0)) / 2
  // Least squares of v over (u - middle)².
  const squares = along.map((one) => (one.u - u) ** 2)
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, height] = [mean(squares), mean(along.map(({ v }) => v))]
  const spread = mean(squares.map((square) => (square - middle) ** 2))
  const together = mean(along.map(({ v }, at) => (v - height) * (squares[at]! - middle)))
  const bend = along.length < 3 || spread < 1e-6 ? 0 : together / spread
  const v = height - bend * middle
  const aside = Math.max(0, ...along.map((one, at) => Math.abs(one.v - v - bend * squares[at]!)))
  return { along, u, v, bend, aside }
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])[0]
}
