import type { CartItem } from './cart.ts'
import { canBePaid, eventName, isToCome, sectionsOf, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { windowState } from '#shop/catalogue/sale/sale-window.ts'

/** `unknown`: the catalogue has not been synced to this device yet. */
export type LineState = 'on-sale' | 'cancelled' | 'over' | 'gone' | 'unknown' | 'paused' | 'before' | 'ended'

/** Compares a line with the catalogue. A missing event (null) is `gone` only once a catalogue has been synced. What an
 * order of this customer holds (`held`) can be paid while the sale is paused and after it ended. */
export const lineState = (
  item: Pick<CartItem, 'categoryId'>,
  event: CatalogueEvent | null | undefined,
  now: Date,
  synced: boolean,
  held = false,
): LineState => {
  if (!event) return synced && event === null ? 'gone' : 'unknown'
  if (event.status === 'cancelled') return 'cancelled'
  if (!isToCome(event, now)) return 'over'
  const category = event.categories.find(({ id }) => id === item.categoryId)
  if (!category) return 'gone'
  if (held) return 'on-sale'
  if (!canBePaid(event, category)) return 'before'
  const { kind } = windowState(category, now)
  return event.pausedAt ? 'paused' : kind === 'open' ? 'on-sale' : kind
}

export const isPayable = (state: LineState): boolean => state === 'on-sale' || state === 'unknown'

/** True when the seats are lost even to an order that holds them. */
export const isLost = (state: LineState): boolean => state === 'cancelled' || state === 'over' || state === 'gone'

/** Updates a line's names, date and price: a hold freezes the current price. Same object when nothing changed. */
export const withCatalogueData = (item: CartItem, event: CatalogueEvent | null | undefined): CartItem => {
  const category = event?.categories.find((other) => other.id === item.categoryId)
  if (!event || !category) return item
  const now = {
    eventName: eventName(event),
    categoryName: category.name,
    price: category.price,
    date: event.date,
    venue: event.venue,
    sections: sectionsOf(category),
    state: event.state,
    free: category.free,
  }
  const same =
    now.eventName === item.eventName &&
    now.categoryName === item.categoryName &&
    now.price === item.price &&
    Date.parse(now.date) === Date.parse(item.date) &&
    now.venue === item.venue &&
    now.state === item.state &&
    now.free === item.free &&
    JSON.stringify(now.sections) === JSON.stringify(item.sections)
  return same ? item : { ...item, ...now }
}
