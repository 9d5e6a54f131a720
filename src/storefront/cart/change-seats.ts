import { newCartItem } from '#shop/cart/cart-changes.ts'
import { posterOf, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { replaceSeats } from '#shop/cart/replace-seats.ts'
import { changeStoredCart, readStoredCart } from '#shop/cart/cart.store.ts'
import { terms } from '#ui/terms.ts'

/** Replaces the seats of a line. Returns a function that restores the old ones. */
export function changeSeats(
  id: string,
  event: CatalogueEvent,
  category: TicketCategory,
  seats: readonly string[],
): () => void {
  const before = readStoredCart().find((item) => item.id === id)
  const item = newCartItem(event, category, seats, posterOf(event.id), Date.now())
  changeStoredCart((items) => replaceSeats(items, id, item, terms().seatsPerLine))
  return () => changeStoredCart((items) => items.map((line) => (line.id === id && before ? before : line)))
}
