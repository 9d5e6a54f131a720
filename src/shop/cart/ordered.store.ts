import type { OrderLine } from '#shop/orders/order.ts'
import { withoutOrdered } from './cart-changes.ts'
import { changeStoredCart } from './cart.store.ts'

/** Removes ordered seats from the cart; with `before` (ms), only from lines made before it. */
export const removeOrdered = (lines: readonly OrderLine[], before?: number): void =>
  void changeStoredCart((items) => {
    const left = withoutOrdered(items, lines, before, Date.now())
    return left.every((item, index) => item === items[index]) && left.length === items.length ? items : left
  })
