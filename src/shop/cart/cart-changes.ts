import { eventName, sectionsOf, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { countedAgain, isStanding, standingPlaces } from '#shop/seats/standing.ts'
import { addToCart, type CartItem } from './cart.ts'

/** Makes an item of the cart. */

export const newCartItem = (
  event: CatalogueEvent,
  category: TicketCategory,
  seats: readonly string[],
  image: string,
  now: number,
): CartItem => {
  const own = [...new Set(seats)]
  return {
    id: `${event.id}_${category.id}_${now}`,
    eventId: event.id,
    eventName: eventName(event),
    categoryId: category.id,
    categoryName: category.name,
    price: category.price,
    quantity: own.length,
    date: event.date,
    venue: event.venue,
    seats: own,
    image,
    sections: sectionsOf(category),
    state: event.state,
    free: category.free,
  }
}

/** Adds one seat to a line. No change when the line is gone, has `most` seats, or already has it. */
export const addSeat = (items: readonly CartItem[], id: string, seat: string, most: number): CartItem[] =>
  changeSeats(items, id, (seats) => (seats.length >= most || seats.includes(seat) ? seats : [...seats, seat]))

/** Returns the lines with `line` among them; standing places of its category are not added up. */
const putBackLine = (items: readonly CartItem[], line: CartItem, most: number): CartItem[] => {
  const same = items.find((other) => other.eventId === line.eventId && other.categoryId === line.categoryId)
  if (!same || !isStanding(line.seats)) return addToCart(items, line, most).items
  const more = line.seats.length - same.seats.length
  return more > 0 ? addToCart(items, { ...line, seats: standingPlaces(more) }, most).items : [...items]
}

/** Returns the lines with `lines` among them, in place of the ordered seats `insteadOf`. */
export function putBackLines(
  items: readonly CartItem[],
  lines: readonly CartItem[],
  insteadOf: readonly OrderLine[],
  most: number,
): CartItem[] {
  const replaces = (line: CartItem): boolean =>
    insteadOf.some(({ ticketCategoryId }) => ticketCategoryId === line.categoryId)
  // Without the ordered places, those that are left of a category were added later and are added up.
  return lines.reduce<CartItem[]>(
    (all, line) => (replaces(line) ? addToCart(all, line, most).items : putBackLine(all, line, most)),
    withoutOrdered(items, insteadOf),
  )
}

/** Removes the named seat, or the last one. The only seat of a line stays: see `removeLine`. */
export const removeSeat = (items: readonly CartItem[], id: string, seat?: string): CartItem[] =>
  changeSeats(items, id, (seats) =>
    seats.length <= 1 ? seats : seat === undefined ? seats.slice(0, -1) : seats.filter((other) => other !== seat),
  )

export const removeLine = (items: readonly CartItem[], id: string): CartItem[] => items.filter((item) => item.id !== id)

/** Puts a removed line back in its place, merged with the same category added since. */
export const restoreLine = (items: readonly CartItem[], item: CartItem, index: number, most: number): CartItem[] => {
  if (items.some((other) => other.eventId === item.eventId && other.categoryId === item.categoryId)) {
    return addToCart(items, item, most).items
  }
  return [...items.slice(0, index), item, ...items.slice(index)]
}

/** Removes ordered seats. Keeps seats added since, and lines made after `before` (ms): they are another purchase.
 * What is left of standing places is a line made at `now` (ms): only its time tells it from the ordered ones. */
export const withoutOrdered = (
  items: readonly CartItem[],
  lines: readonly OrderLine[],
  before = Infinity,
  now = 0,
): CartItem[] =>
  items.flatMap((item) => {
    if (madeAt(item) > before) return [item]
    const ordered = lines.filter((line) => line.ticketCategoryId === item.categoryId).flatMap((line) => line.seats)
    const seats = item.seats.filter((seat) => !ordered.includes(seat))
    if (seats.length === item.seats.length) return [item]
    if (seats.length === 0) return []
    const id = isStanding(seats) && now > 0 ? `${item.eventId}_${item.categoryId}_${now}` : item.id
    return [{ ...item, id, seats: countedAgain(seats), quantity: seats.length }]
  })

/** Returns time of adding, ms; 0 when the id has none. */
export const madeAt = (item: Pick<CartItem, 'id'>): number => Number(item.id.split('_').at(-1)) || 0

export const orderLinesOf = (items: readonly CartItem[]): OrderLine[] => {
  const lines = new Map<string, string[]>()
  for (const item of items) {
    const seats = lines.get(item.categoryId) ?? []
    lines.set(item.categoryId, [...seats, ...item.seats.filter((seat) => !seats.includes(seat))])
  }
  return [...lines].map(([ticketCategoryId, seats]) => ({ ticketCategoryId, seats }))
}

const changeSeats = (items: readonly CartItem[], id: string, change: (seats: string[]) => string[]): CartItem[] =>
  items.map((item) => {
    const seats = item.id === id ? change(item.seats) : item.seats
    return seats === item.seats || seats.length === item.seats.length
      ? item
      : { ...item, seats: countedAgain(seats), quantity: seats.length }
  })

/** Replaces a line's seats (`most` at most), kept ones first. No change when the line is gone or no seat is given. */
export const replaceSeats = (items: readonly CartItem[], id: string, item: CartItem, most: number): CartItem[] =>
  items.map((line) => {
    if (line.id !== id || item.seats.length === 0) return line
    const kept = line.seats.filter((seat) => item.seats.includes(seat))
    const seats = [...kept, ...item.seats.filter((seat) => !kept.includes(seat))].slice(0, most)
    return { ...item, id, seats, quantity: seats.length }
  })
