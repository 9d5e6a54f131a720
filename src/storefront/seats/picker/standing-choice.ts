export interface StandingRoom {
  /** Limit of a category in one order. */
  most: number
  /** People of this category in the cart; they count toward both limits. */
  inCart: number
  /** Places that this customer can have, as this device knows. */
  left: number
}

export type StandingRefusal = 'limit' | 'left' | 'number'

/** The server counts free places up to here. */
const MOST_COUNTED = 100

/** Places not sold by the catalogue; fewer when the server's last answer, which knows those held, has fewer. */
export function placesLeft(catalogue: number, seats: { free: number | null; mine: readonly string[] } | null): number {
  if (!seats || seats.free === null || seats.free >= MOST_COUNTED) return catalogue
  return Math.min(catalogue, seats.free + seats.mine.length)
}

/** How many people may be added. */
export const mostStanding = ({ most, inCart, left }: StandingRoom): number => Math.max(0, Math.min(most, left) - inCart)

/** Null unless the text is a whole number of people, at least 1. */
export function readPeople(text: string): number | null {
  const clean = text.trim()
  return /^[1-9][0-9]{0,5}$/.test(clean) ? Number(clean) : null
}

/** Why this number cannot be added; null when it can. What is sold out is said before what one order may have. */
export function whyNotStanding(people: number | null, room: StandingRoom): StandingRefusal | null {
  if (people === null) return 'number'
  if (people + room.inCart > room.left) return 'left'
  return people + room.inCart > room.most ? 'limit' : null
}

/** Returns the number after a press of − (-1) or + (1): within what may be added, at least 1. */
export function stepPeople(text: string, by: -1 | 1, room: StandingRoom): number {
  const now = readPeople(text) ?? (by === 1 ? 0 : 2)
  return Math.max(1, Math.min(now + by, Math.max(1, mostStanding(room))))
}
