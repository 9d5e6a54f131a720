import type { CartItem } from './cart.ts'
import { eventName, isOnSale, sectionsPart, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'

/**
 * What can be done with a line.
 * `unknown`: the catalogue has not arrived on this device yet, so nothing can be said against the line.
 */
export type LineState = 'on-sale' | 'cancelled' | 'over' | 'gone' | 'unknown'

/**
 * The state of a line beside the catalogue. `event` is null when the device's catalogue does not have it; that means
 * `gone` only once a catalogue has been synced (`synced`).
 */
export const lineState = (
  item: Pick<CartItem, 'categoryId'>,
  event: CatalogueEvent | null | undefined,
  now: Date,
  synced: boolean,
): LineState => {
  if (!event) return synced && event === null ? 'gone' : 'unknown'
  if (event.status === 'cancelled') return 'cancelled'
  if (!isOnSale(event, now)) return 'over'
  return event.categories.some((category) => category.id === item.categoryId) ? 'on-sale' : 'gone'
}

/** True for a line that may go to checkout. */
export const isPayable = (state: LineState): boolean => state === 'on-sale' || state === 'unknown'

/**
 * The line with price, names, date and venue as the catalogue has them now; the same object when nothing changed.
 * The price a customer pays is the one that holding the seats freezes, so the cart must not show an older one.
 */
export const asInCatalogue = (item: CartItem, event: CatalogueEvent | null | undefined): CartItem => {
  const category = event?.categories.find((other) => other.id === item.categoryId)
  if (!event || !category) return item
  const now = {
    eventName: eventName(event),
    categoryName: category.name,
    price: category.price,
    date: event.date,
    venue: event.venue,
    ...sectionsPart(category),
  }
  const same =
    now.eventName === item.eventName &&
    now.categoryName === item.categoryName &&
    now.price === item.price &&
    Date.parse(now.date) === Date.parse(item.date) &&
    now.venue === item.venue &&
    JSON.stringify(now.sections) === JSON.stringify(item.sections)
  return same ? item : { ...item, ...now }
}
