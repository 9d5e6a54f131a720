import { addToCart, type Added, type CartItem } from '#shop/cart/cart.ts'
import { addSeat, newCartItem, putBackLines, removeLine, removeSeat, restoreLine } from '#shop/cart/cart-changes.ts'
import { posterOf, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { removeOrdered } from '#shop/cart/ordered.store.ts'
import { changeStoredCart, readStoredCart } from '#shop/cart/cart.store.ts'
import { terms } from '#ui/terms.ts'
import { useValue } from '#ui/hooks/use-value.ts'
import { storedItems } from './cart-items.ts'

export const cart = {
  /** Returns which seats were added and which did not fit into the line. */
  add(event: CatalogueEvent, category: TicketCategory, seats: readonly string[]): Added {
    const item = newCartItem(event, category, seats, posterOf(event.id), Date.now())
    let added: Added = { items: [], added: [], left: [...item.seats] }
    changeStoredCart((items) => {
      added = addToCart(items, item, terms().seatsPerLine)
      return added.added.length > 0 ? added.items : items
    })
    return added
  },
  addSeat(id: string, seat: string): void {
    changeStoredCart((items) => addSeat(items, id, seat, terms().seatsPerLine))
  },
  /** Removes the named seat, or the one added last. Never removes the only seat of a line. */
  removeSeat(id: string, seat?: string): void {
    changeStoredCart((items) => removeSeat(items, id, seat))
  },
  remove(id: string): () => void {
    const index = readStoredCart().findIndex((item) => item.id === id)
    const item = readStoredCart()[index]
    if (!item) return () => undefined
    changeStoredCart((items) => removeLine(items, id))
    return () => changeStoredCart((items) => restoreLine(items, item, index, terms().seatsPerLine))
  },
  /** Removes ordered seats; with `before` (ms), only from lines made before it. */
  removeOrdered(lines: readonly OrderLine[], before?: number): void {
    removeOrdered(lines, before)
  },
  /** Merges lines back into the cart, in place of the ordered seats `insteadOf`. */
  putBack(lines: readonly CartItem[], insteadOf: readonly OrderLine[] = []): void {
    changeStoredCart((items) => putBackLines(items, lines, insteadOf, terms().seatsPerLine))
  },
}

export const useCart = (): { items: CartItem[] } => ({ items: useValue(storedItems) })
