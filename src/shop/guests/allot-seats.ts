import { bestTogether, maxTogether } from '#shop/seats/seat-picking.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'

/**
 * Gives each party its seats, in order: together and near the stage, else in the largest groups that are free. Null for a
 * party that finds too few; the next may still fit. Never the same seat twice.
 */
export function allotSeats(map: SeatMap, taken: ReadonlySet<string>, parties: readonly number[]): (string[] | null)[] {
  const gone = new Set(taken)
  return parties.map((people) => {
    const seats: string[] = []
    while (seats.length < people) {
      const n = Math.min(people - seats.length, maxTogether(map, gone))
      const group = n > 0 ? bestTogether(map, gone, n) : null
      if (!group) {
        for (const seat of seats) gone.delete(seat)
        return null
      }
      for (const seat of group) gone.add(seat)
      seats.push(...group)
    }
    return seats
  })
}
