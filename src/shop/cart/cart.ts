import {
  eventName,
  sectionsPart,
  type CatalogueEvent,
  type SectionNames,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { OrderLine } from '#shop/orders/order-line.ts'

/**
 * The rules of the cart, as pure functions. A cart is a list of lines; each line names its seats, so its quantity is
 * always their number. Functions return a new list, or the same one when nothing changes.
 */

/** One line of the cart. Names, price, date and venue are as they were when the seats were chosen. */
export interface CartItem {
  /** Event id, category id and the moment of adding (ms), joined by `_`. */
  id: string
  eventId: string
  /** 'singer - city'. */
  eventName: string
  categoryId: string
  categoryName: string
  /** One seat, before GST and fee. */
  price: Paise
  /** Always the number of seats. */
  quantity: number
  /** Start of the event, ISO. */
  date: string
  venue: string
  /** In the order in which they were added: taking one away takes the last. */
  seats: string[]
  /** Name of the event's poster. */
  image: string
  /** How the plan calls the category's sections; missing without a plan, and in lines that an earlier version stored. */
  sections?: SectionNames
}

/** Whose a stored cart is. */
export interface CartOwner {
  /** Account id of who is, or was, signed in; a visitor's cart has none. */
  owner?: string
  /** The cart of a session that ended without a sign-out: nobody is shown it until its owner is back. */
  parked?: { owner: string; items: CartItem[] }
}

export interface Added {
  items: CartItem[]
  /** Seats that are new in the cart. */
  added: string[]
  /** Seats that did not fit: a line has at most ten. */
  left: string[]
}

/** A line for these seats, as the catalogue describes them now. `now` in ms. */
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
  }
}

/**
 * Adds a line. The same event and category become one line: the new seats follow the old ones, a seat is there once,
 * and the names and price are the newer ones. A line never grows beyond `most` seats; what does not fit is in `left`.
 */
export const addToCart = (items: readonly CartItem[], item: CartItem, most: number): Added => {
  const same = items.find((other) => other.eventId === item.eventId && other.categoryId === item.categoryId)
  const before = same?.seats ?? []
  const fresh = [...new Set(item.seats)].filter((seat) => !before.includes(seat))
  const room = Math.max(0, most - before.length)
  const added = fresh.slice(0, room)
  const left = fresh.slice(room)
  if (added.length === 0) return { items: [...items], added, left }
  const seats = [...before, ...added]
  const line: CartItem = { ...item, id: same?.id ?? item.id, seats, quantity: seats.length }
  return { items: same ? items.map((other) => (other === same ? line : other)) : [...items, line], added, left }
}

/** Adds one named seat to a line. Nothing happens when the line is gone, has `most` seats, or has it. */
export const addSeat = (items: readonly CartItem[], id: string, seat: string, most: number): CartItem[] =>
  changeSeats(items, id, (seats) => (seats.length >= most || seats.includes(seat) ? seats : [...seats, seat]))

/**
 * Takes one seat out of a line: the named one, or the last. A line's only seat stays (a quantity below 1 is ignored);
 * removing the line is `removeLine`.
 */
export const removeSeat = (items: readonly CartItem[], id: string, seat?: string): CartItem[] =>
  changeSeats(items, id, (seats) =>
    seats.length <= 1 ? seats : seat === undefined ? seats.slice(0, -1) : seats.filter((other) => other !== seat),
  )

/** The seat that − takes away: the one added last. */
export const lastSeat = (item: CartItem): string => item.seats.at(-1) ?? ''

export const removeLine = (items: readonly CartItem[], id: string): CartItem[] => items.filter((item) => item.id !== id)

/** Puts a removed line back where it was, merging with what came meanwhile. */
export const restoreLine = (items: readonly CartItem[], item: CartItem, index: number, most: number): CartItem[] => {
  if (items.some((other) => other.eventId === item.eventId && other.categoryId === item.categoryId)) {
    return addToCart(items, item, most).items
  }
  return [...items.slice(0, index), item, ...items.slice(index)]
}

/**
 * Takes ordered seats out of the cart. A line that has other seats too keeps those: somebody may have added to it
 * while the order was being paid. A line made after `before` (ms) is another purchase and stays as it is.
 */
export const withoutOrdered = (
  items: readonly CartItem[],
  lines: readonly OrderLine[],
  before = Infinity,
): CartItem[] =>
  items.flatMap((item) => {
    if (madeAt(item) > before) return [item]
    const ordered = lines.filter((line) => line.ticketCategoryId === item.categoryId).flatMap((line) => line.seats)
    const seats = item.seats.filter((seat) => !ordered.includes(seat))
    if (seats.length === item.seats.length) return [item]
    return seats.length === 0 ? [] : [{ ...item, seats, quantity: seats.length }]
  })

/** The moment in its id, in ms; 0 where an id has none. */
const madeAt = (item: CartItem): number => Number(item.id.split('_').at(-1)) || 0

/** The cart as an order asks for it: a category once, with all its seats. */
export const orderLinesOf = (items: readonly CartItem[]): OrderLine[] => {
  const lines = new Map<string, string[]>()
  for (const item of items) {
    const seats = lines.get(item.categoryId) ?? []
    lines.set(item.categoryId, [...seats, ...item.seats.filter((seat) => !seats.includes(seat))])
  }
  return [...lines].map(([ticketCategoryId, seats]) => ({ ticketCategoryId, seats }))
}

/** Number of seats in the cart: the badge. */
export const seatCount = (items: readonly CartItem[]): number =>
  items.reduce((count, item) => count + item.seats.length, 0)

/** What is stored: the list of lines and, once it is somebody's, whose it is. */
export const writeCart = (items: readonly CartItem[], whose: CartOwner = {}): string =>
  JSON.stringify({ items, ...whose })

/**
 * Reads a stored cart. Whatever is there (nothing, an older shape, somebody's edit) gives a valid cart: lines that
 * are not lines are dropped, quantities are counted anew, repeated categories merge, a line has `most` seats.
 */
export const readCart = (text: string | null, most: number): CartItem[] => {
  const { items } = parsed(text)
  return (Array.isArray(items) ? items : [])
    .filter(isCartItem)
    .reduce<CartItem[]>((items, item) => addToCart(items, item, most).items, [])
}

/** Whose a stored cart is; nothing for whatever is not one. */
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
      : { ...item, seats, quantity: seats.length }
  })
