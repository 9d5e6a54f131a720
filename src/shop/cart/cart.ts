import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import { isStanding, standingPlaces } from '#shop/seats/standing.ts'

/** Pure rules of the stored cart, which every page reads; cart-changes.ts has the others. */

/** Names, price, date and venue are as they were when the seats were chosen. */
export interface CartItem {
  /** Event id, category id and the time of adding (ms), joined by `_`. */
  id: string
  eventId: string
  eventName: string
  categoryId: string
  categoryName: string
  /** One seat, as typed: before the fee, and before GST unless the terms say that prices include it. */
  price: Paise
  quantity: number
  /** Start of the event, ISO. */
  date: string
  venue: string
  /** Standing places are '1' to the number of people. */
  seats: string[]
  image: string
  /** Null without a layout. */
  sections: SectionNames | null
  /** The event's, for its local tax; null when unknown. */
  state: string | null
  /** Of a category that is free: no fee. */
  free: boolean
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
  value['seats'].every((seat) => typeof seat === 'string') &&
  (value['sections'] === null || isRecord(value['sections'])) &&
  (value['state'] === null || typeof value['state'] === 'string') &&
  typeof value['free'] === 'boolean'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
