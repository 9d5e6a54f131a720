import {
  eventName,
  sectionsPart,
  type CatalogueEvent,
  type SectionNames,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { OrderLine } from '#shop/orders/order-line.ts'
import { countedAgain, isStanding, standingPlaces } from '#shop/seats/standing.ts'

/** Pure rules of the cart. Functions return a new list, or the same one when nothing changes. */

/** Names, price, date and venue are as they were when the seats were chosen. */
export interface CartItem {
  /** Event id, category id and the time of adding (ms), joined by `_`. */
  id: string
  eventId: string
  eventName: string
  categoryId: string
  categoryName: string
  /** One seat, before GST and fee. */
  price: Paise
  quantity: number
  /** Start of the event, ISO. */
  date: string
  venue: string
  /** Standing places are '1' to the number of people. */
  seats: string[]
  image: string
  /** Missing without a layout and in lines stored by an earlier version. */
  sections?: SectionNames
  /** The event's, for its local tax; null or missing when unknown. */
  state?: string | null
  /** Of a category that is free: no fee. */
  free?: boolean
}

export interface CartOwner {
  /** Account id; missing in a visitor's cart. */
  owner?: string
  /** Cart of a session that ended without a sign-out: hidden until its owner signs in again. */
  parked?: { owner: string; items: CartItem[] }
}

export interface Added {
  items: CartItem[]
  added: string[]
  /** Seats beyond the limit of a line. */
  left: string[]
}

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
    ...sectionsPart(category),
    ...(event.state && { state: event.state }),
    ...(category.free && { free: true }),
  }
}

/** Adds a line, merged with one of the same category (newer names and price). Seats beyond `most` go to `left`. */
export const addToCart = (items: readonly CartItem[], item: CartItem, most: number): Added => {
  const same = items.find((other) => other.eventId === item.eventId && other.categoryId === item.categoryId)
  const standing = isStanding(item.seats)
  const before = same && isStanding(same.seats) === standing ? same.seats : []
  const fresh = standing
    ? standingPlaces(before.length + item.seats.length).slice(before.length)
    : [...new Set(item.seats)].filter((seat) => !before.includes(seat))
  const room = Math.max(0, most - before.length)
  const added = fresh.slice(0, room)
  const left = fresh.slice(room)
  if (added.length === 0) return { items: [...items], added, left }
  const seats = [...before, ...added]
  const line: CartItem = { ...item, id: same?.id ?? item.id, seats, quantity: seats.length }
  return { items: same ? items.map((other) => (other === same ? line : other)) : [...items, line], added, left }
}

/** Adds one seat to a line. No change when the line is gone, has `most` seats, or already has it. */
export const addSeat = (items: readonly CartItem[], id: string, seat: string, most: number): CartItem[] =>
  changeSeats(items, id, (seats) => (seats.length >= most || seats.includes(seat) ? seats : [...seats, seat]))

/** Returns the lines with `line` among them; standing places of its category are not added up. */
export const putBackLine = (items: readonly CartItem[], line: CartItem, most: number): CartItem[] => {
  const same = items.find((other) => other.eventId === line.eventId && other.categoryId === line.categoryId)
  if (!same || !isStanding(line.seats)) return addToCart(items, line, most).items
  const more = line.seats.length - same.seats.length
  return more > 0 ? addToCart(items, { ...line, seats: standingPlaces(more) }, most).items : [...items]
}

/** Removes the named seat, or the last one. The only seat of a line stays: see `removeLine`. */
export const removeSeat = (items: readonly CartItem[], id: string, seat?: string): CartItem[] =>
  changeSeats(items, id, (seats) =>
    seats.length <= 1 ? seats : seat === undefined ? seats.slice(0, -1) : seats.filter((other) => other !== seat),
  )

/** The seat that − removes. */
export const lastSeat = (item: CartItem): string => item.seats.at(-1) ?? ''

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

/** Time of adding, ms; 0 when the id has none. */
export const madeAt = (item: Pick<CartItem, 'id'>): number => Number(item.id.split('_').at(-1)) || 0

export const orderLinesOf = (items: readonly CartItem[]): OrderLine[] => {
  const lines = new Map<string, string[]>()
  for (const item of items) {
    const seats = lines.get(item.categoryId) ?? []
    lines.set(item.categoryId, [...seats, ...item.seats.filter((seat) => !seats.includes(seat))])
  }
  return [...lines].map(([ticketCategoryId, seats]) => ({ ticketCategoryId, seats }))
}

export const seatCount = (items: readonly CartItem[]): number =>
  items.reduce((count, item) => count + item.seats.length, 0)

export const writeCart = (items: readonly CartItem[], whose: CartOwner = {}): string =>
  JSON.stringify({ items, ...whose })

/** Reads a stored cart; never throws. Drops invalid lines, merges repeated categories, keeps `most` seats a line. */
export const readCart = (text: string | null, most: number): CartItem[] => {
  const { items } = parsed(text)
  return (Array.isArray(items) ? items : [])
    .filter(isCartItem)
    .reduce<CartItem[]>((items, item) => addToCart(items, item, most).items, [])
}

/** Returns {} when the stored text is not a cart. */
export const readCartOwner = (text: string | null, most: number): CartOwner => {
  const { owner, parked } = parsed(text)
  const whose: CartOwner = {}
  if (typeof owner === 'string') whose.owner = owner
  if (isRecord(parked) && typeof parked['owner'] === 'string') {
    whose.parked = { owner: parked['owner'], items: readCart(JSON.stringify(parked), most) }
  }
  return whose
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text ?? '')
    return isRecord(stored) ? stored : {}
  } catch {
    return {}
  }
}

const TEXTS = ['id', 'eventId', 'eventName', 'categoryId', 'categoryName', 'date', 'venue', 'image'] as const

const isCartItem = (value: unknown): value is CartItem =>
  isRecord(value) &&
  TEXTS.every((key) => typeof value[key] === 'string') &&
  Number.isSafeInteger(value['price']) &&
  (value['price'] as number) >= 0 &&
  !Number.isNaN(Date.parse(value['date'] as string)) &&
  Array.isArray(value['seats']) &&
  value['seats'].length > 0 &&
  value['seats'].every((seat) => typeof seat === 'string')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const changeSeats = (items: readonly CartItem[], id: string, change: (seats: string[]) => string[]): CartItem[] =>
  items.map((item) => {
    const seats = item.id === id ? change(item.seats) : item.seats
    return seats === item.seats || seats.length === item.seats.length
      ? item
      : { ...item, seats: countedAgain(seats), quantity: seats.length }
  })
