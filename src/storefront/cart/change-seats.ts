import { newCartItem } from '#domain/cart.ts'
import { posterOf, type CatalogueEvent, type TicketCategory } from '#domain/catalogue.ts'
import { replaceSeats } from '#domain/replace-seats.ts'
import { changeStoredCart, readStoredCart } from '#offline/cart.ts'
import { terms } from '#ui/terms.ts'

/** Gives a line of the cart these seats in place of its own, and returns the way to have the old ones back. */
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
