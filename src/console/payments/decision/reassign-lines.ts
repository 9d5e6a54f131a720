import type { Failure } from '#platform/failure/failure.ts'
import type { ReviewLine } from '#shop/payments/review-rows.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { count } from '#ui/format.ts'
import { bestTogether, seatInstead } from '#shop/seats/seat-picking.ts'
import { whyFailed } from '../../kit/why-failed.ts'

/** `kept` are the seats a line still has, `missing` how many to choose. */
export interface SeatNeed {
  kept: string[]
  missing: number
}

export const needOf = (line: Pick<ReviewLine, 'seats' | 'lostSeats' | 'quantity'>): SeatNeed => {
  const lost = new Set(line.lostSeats)
  const kept = line.seats.filter((seat) => !lost.has(seat))
  return { kept, missing: Math.max(0, line.quantity - kept.length) }
}

/** Suggests the lost seats if free again, seats together if none is kept, else near ones; fewer if too few are free. */
export function suggestSeats(
  map: SeatMap,
  taken: ReadonlySet<string>,
  line: Pick<ReviewLine, 'seats' | 'lostSeats' | 'quantity'>,
): string[] {
  const { kept, missing } = needOf(line)
  if (missing === 0) return []
  // A lost seat that is free again is the best choice.
  const chosen = line.lostSeats.filter((seat) => !taken.has(seat)).slice(0, missing)
  if (kept.length === 0 && chosen.length === 0) {
    const together = bestTogether(map, taken, missing)
    if (together) return together
  }
  const gone = new Set([...taken, ...line.lostSeats])
  for (const lost of line.lostSeats.filter((seat) => taken.has(seat)).slice(0, missing - chosen.length)) {
    const seat = seatInstead(map, new Set([...gone, ...chosen]), [...kept, ...chosen], lost)
    if (seat === null) break
    chosen.push(seat)
  }
  return chosen
}

/** Chooses a free seat or gives a chosen one back; never more than `missing`. */
export function toggleSeat(chosen: readonly string[], seat: string, missing: number): string[] {
  if (chosen.includes(seat)) return chosen.filter((other) => other !== seat)
  // With one missing, a press replaces the choice.
  if (missing === 1) return [seat]
  return chosen.length < missing ? [...chosen, seat].sort(compareSeats) : [...chosen]
}

/** Returns the seat labels in a refusal's detail, which is shaped like `p_lines`. */
export function seatsIn(detail: unknown): Set<string> {
  if (!Array.isArray(detail)) return new Set()
  return new Set(
    detail.flatMap((line: { seats?: unknown }) => (Array.isArray(line.seats) ? line.seats.map(String) : [])),
  )
}

/** Words the seats of a refusal `seats_taken`; standing places are only a number. */
export function takenWords(detail: unknown): string {
  const gone = [...seatsIn(detail)]
  return isStanding(gone)
    ? `Not enough standing places are left: ${count(gone.length)} missing.`
    : `${gone.join(', ')} went to someone else meanwhile. Choose others.`
}

/** Says why seats were not given; `otherwise` words what is not about taken ones. */
export const whyNoSeats = (failure: Failure, otherwise = whyFailed): string =>
  failure.code === 'seats_taken' ? takenWords(failure.detail) : otherwise(failure)
