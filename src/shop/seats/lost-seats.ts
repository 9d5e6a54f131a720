import type { OrderLine, OrderedLine } from '#shop/orders/order.ts'
import { isStanding, standingPlaces } from './standing.ts'

/** Returns the seats named in the detail of a refused hold; empty when there are none. */
export function lostSeatsOf(detail: unknown): OrderLine[] {
  if (!Array.isArray(detail)) return []
  return detail.flatMap((line: unknown): OrderLine[] => {
    if (typeof line !== 'object' || line === null) return []
    const { ticket_category_id: id, seats } = line as Record<string, unknown>
    if (typeof id !== 'string' || !Array.isArray(seats)) return []
    const labels = seats.filter((seat): seat is string => typeof seat === 'string')
    return labels.length > 0 ? [{ ticketCategoryId: id, seats: labels }] : []
  })
}

export const withoutLost = <Line extends OrderLine>(lines: readonly Line[], lost: readonly OrderLine[]): Line[] =>
  lines.flatMap((line) => {
    const gone = lost
      .filter((other) => other.ticketCategoryId === line.ticketCategoryId)
      .flatMap((other) => other.seats)
    // Of standing places only the number counts.
    const seats = isStanding(line.seats)
      ? standingPlaces(line.seats.length - gone.length)
      : line.seats.filter((seat) => !gone.includes(seat))
    return seats.length === 0 ? [] : [seats.length === line.seats.length ? line : { ...line, seats }]
  })

/** True when only standing places were lost: no one can choose others. */
export const isPlacesLost = (lines: readonly OrderedLine[], lost: readonly OrderLine[]): boolean =>
  lost.length > 0 && standingLeft(lines, lost).length === lost.length

/** Lines of standing places that are short, with the number that is left; the refusal names as many as are missing. */
export const standingLeft = (
  lines: readonly OrderedLine[],
  lost: readonly OrderLine[],
): { line: OrderedLine; left: number }[] =>
  lines.flatMap((line) => {
    const missing = lost.find((other) => other.ticketCategoryId === line.ticketCategoryId)?.seats.length ?? 0
    if (missing === 0 || !isStanding(line.seats)) return []
    return [{ line, left: Math.max(0, line.seats.length - missing) }]
  })

/** Adds seats to the category of `line`, restoring the line if it is gone. */
export const withSeats = (
  lines: readonly OrderedLine[],
  line: OrderedLine,
  seats: readonly string[],
  original: readonly OrderedLine[],
): OrderedLine[] => {
  const old = lines.find((other) => other.ticketCategoryId === line.ticketCategoryId)
  const all = [...new Set([...(old?.seats ?? []), ...seats])]
  const changed = [...lines.filter((other) => other !== old), { ...line, seats: all }]
  const place = (other: OrderedLine): number =>
    original.findIndex((each) => each.ticketCategoryId === other.ticketCategoryId)
  return changed.sort((a, b) => place(a) - place(b))
}
