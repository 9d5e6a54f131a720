import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { isoOrNull } from '#platform/text/instant.ts'

/** A price of a ticket category that ends at a moment, once so many are sold, or with the first of both. */
export interface Phase {
  name: string
  price: Paise
  /** ISO instant. */
  until: string | null
  untilSold: number | null
}
/** `price` is today's. Without phases it is the only one. */
export interface Phased {
  price: Paise
  ticketsSold: number
  phases: readonly Phase[]
  /** The price after all phases; missing until pricedAt() has set `price`. */
  lastPrice?: Paise
}

/** A type, not an interface: it is sent as JSON. */
type PhaseWire = { name: string; price: number; until: string | null; until_sold: number | null }

export const readPhases = (value: unknown): Phase[] =>
  (value as PhaseWire[]).map(({ name, price, until, until_sold: untilSold }) => ({
    name,
    price: toPaise(price),
    until: isoOrNull(until),
    untilSold,
  }))

export const phasesWire = (phases: readonly Phase[]): PhaseWire[] =>
  phases.map(({ name, price, until, untilSold }) => ({ name, price: toRupees(price), until, until_sold: untilSold }))

const hasEnded = ({ until, untilSold }: Phase, sold: number, now: Date | number): boolean =>
  (until !== null && Date.parse(until) <= Number(now)) || (untilSold !== null && sold >= untilSold)

/** Returns the phases that have not ended at `now`, in order: the first is in force. By number as far as the device
 * knows; a hold decides it. */
export const phasesLeft = ({ phases, ticketsSold }: Phased, now: Date | number): Phase[] =>
  phases.filter((phase) => !hasEnded(phase, ticketsSold, now))

/**
 * Follows the rule of `private.price_now`: the first phase that has not ended, by time and by number, else the last
 * price.
 */
export const priceNow = (category: Phased, now: Date | number): Paise =>
  phasesLeft(category, now)[0]?.price ?? category.lastPrice ?? category.price

/** Sets the prices of an event's categories to those at `now`; the same object when they are already. */
export function pricedAt<E extends { categories: readonly Phased[] }>(event: E, now: Date | number): E {
  const categories = event.categories.map((category) => {
    if (category.phases.length === 0) return category
    const price = priceNow(category, now)
    const lastPrice = category.lastPrice ?? category.price
    return price === category.price && category.lastPrice !== undefined ? category : { ...category, price, lastPrice }
  })
  return categories.every((category, index) => category === event.categories[index]) ? event : { ...event, categories }
}
