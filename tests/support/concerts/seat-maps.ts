import type { LayoutSection } from '../../../src/shop/layouts/layout.ts'
import { seatMapOf, type SeatMap } from '../../../src/shop/seats/seat-map.ts'

/** A category without a layout. */
export const gridMap = (totalTickets: number, gridColumns: number | null = null): SeatMap =>
  seatMapOf({ id: 'gold', totalTickets, gridColumns, layout: null })

/** A category with these sections. */
export const hallMap = (sections: LayoutSection[], stage = 'top', open = false): SeatMap =>
  seatMapOf(
    { id: 'gold', totalTickets: 0, gridColumns: null, layout: { id: 'hall', name: 'Hall', stage, sections } },
    open,
  )

export function sellableSeats(map: SeatMap): string[] {
  const seats = map.sections.flatMap((section) => section.rows).flatMap((row) => row.seats)
  return seats.flatMap((seat) => (seat && !seat.blocked ? [seat.label] : []))
}
