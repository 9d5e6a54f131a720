/**
 * Standing places: claims with a number in place of a seat, `1` to `100000`. On the device `1` to `n` only count the
 * people of a line; the server gives the numbers, and no one reads them.
 */

/** Limit of the database. */
export const MAX_STANDING_PLACES = 100_000

export const isStandingPlace = (label: string): boolean => /^[1-9][0-9]{0,5}$/.test(label)

/** True when a line, ticket or scan has standing places; they are never mixed with seats. */
export const isStanding = (seats: readonly string[]): boolean => seats.length > 0 && seats.every(isStandingPlace)

/** Returns `1` to `count`: the people of a line that has no numbers yet. */
export const standingPlaces = (count: number): string[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => String(index + 1))

/** Counts the people of standing places from 1 again; seats stay. */
export const countedAgain = (seats: readonly string[]): string[] =>
  isStanding(seats) ? standingPlaces(seats.length) : [...seats]
