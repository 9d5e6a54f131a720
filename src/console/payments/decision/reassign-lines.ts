import type { ReviewLine } from '#shop/payments/review-rows.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { bestTogether, seatInstead } from '#shop/seats/seat-picking.ts'

/** What a line needs: `kept` are the seats it still has, `missing` how many are to be chosen. */
export interface SeatNeed {
  kept: string[]
  missing: number
}

export const needOf = (line: Pick<ReviewLine, 'seats' | 'lostSeats' | 'quantity'>): SeatNeed => {
  const lost = new Set(line.lostSeats)
  const kept = line.seats.filter((seat) => !lost.has(seat))
  return { kept, missing: Math.max(0, line.quantity - kept.length) }
}

/**
 * Seats in place of the lost ones: the same where they are free again; all together when none is left, otherwise each beside those that stay or nearest to
 * the one it replaces. Fewer than were lost when not enough are free. `taken` names everything that cannot be had.
 */
export function suggestSeats(
  map: SeatMap,
  taken: ReadonlySet<string>,
  line: Pick<ReviewLine, 'seats' | 'lostSeats' | 'quantity'>,
): string[] {
  const { kept, missing } = needOf(line)
  if (missing === 0) return []
  // What was lost may have come free again: nothing suits better.
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

/** Pressing a free seat chooses it, pressing a chosen one gives it back; more than are missing are not taken. */
export function toggleSeat(chosen: readonly string[], seat: string, missing: number): string[] {
  if (chosen.includes(seat)) return chosen.filter((other) => other !== seat)
  // With one to choose, another press means another seat instead.
  if (missing === 1) return [seat]
  return chosen.length < missing ? [...chosen, seat].sort(compareSeats) : [...chosen]
}
