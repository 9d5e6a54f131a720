import type { SeatMap } from '../../src/shop/seats/seat-map.ts'

export function sellableSeats(map: SeatMap): string[] {
  const seats = map.sections.flatMap((section) => section.rows).flatMap((row) => row.seats)
  return seats.flatMap((seat) => (seat && !seat.blocked ? [seat.label] : []))
}
