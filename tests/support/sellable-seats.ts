import type { SeatMap } from '../../src/shop/seats/seat-map.ts'

/** Returns every sellable label, section by section and row by row. */
export function sellableSeats(map: SeatMap): string[] {
  const seats = map.sections.flatMap((section) => section.rows).flatMap((row) => row.seats)
  return seats.flatMap((seat) => (seat && !seat.blocked ? [seat.label] : []))
}
