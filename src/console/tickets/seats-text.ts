import { isStanding } from '#shop/seats/standing.ts'

/** 'A1, A2', or 'Standing, 2 people'; '' without seats. */
export const seatsText = (seats: readonly string[]): string =>
  isStanding(seats)
    ? seats.length === 1
      ? 'Standing, 1 person'
      : `Standing, ${seats.length} people`
    : seats.join(', ')

/** For files: 'A1 A2', or with the numbers of the places 'Standing, 2 people: 17 18'. */
export const seatsCell = (seats: readonly string[]): string =>
  isStanding(seats) ? `${seatsText(seats)}: ${seats.join(' ')}` : seats.join(' ')
