import type { SeatOwner } from '#shop/seats/hall.ts'
import type { DrawnSeatState } from '#ui/seat-map/canvas/seat-drawing.ts'

export const ownerWords: Record<SeatOwner | 'free', string> = {
  free: 'Free',
  held: 'Held',
  review: 'Under review',
  ticket: 'Sold',
  elsewhere: 'Sold by others',
  kept: 'Off sale',
}

/** In the order of the legend. */
export const seatOwners = ['free', 'held', 'review', 'ticket', 'elsewhere', 'kept'] as const

/** Suggestions; staff may write anything. */
export const keptReasons = ['Sponsor', 'Artist', 'Sight line', 'Press', 'House seats']

const stateWords: Partial<Record<DrawnSeatState, string>> = {
  available: 'free',
  selected: 'chosen',
  blocked: 'not for sale',
  held: 'held',
  review: 'under review',
  ticket: 'sold',
  elsewhere: 'sold by others',
  kept: 'off sale',
}

/** Returns 'Balcony, row B seat 7, sold' */
export const describeSeat = (seat: {
  section: string | null
  row: string
  number: number
  wheelchair: boolean
  state: DrawnSeatState
}): string =>
  [
    seat.section === null ? '' : `${seat.section}, `,
    `row ${seat.row} seat ${seat.number}`,
    seat.wheelchair ? ', wheelchair place' : '',
    `, ${stateWords[seat.state] ?? seat.state}`,
  ].join('')
