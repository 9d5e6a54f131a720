import type { CartItem } from '#shop/cart/cart.ts'
import { readStoredCart, watchStoredCart } from '#shop/cart/cart.store.ts'
import { whileWatched } from '#platform/observable/observable.ts'

/** Keeps the cart as every page shows it. What changes it is in cart-state.ts, which the first page does not load. */
export const storedItems = whileWatched<CartItem[]>(readStoredCart(), (set) => {
  const read = (): void => set(readStoredCart())
  read()
  if (readStoredCart().length > 0) {
    void import('#shop/cart/submitted.store.ts')
      .then(({ dropSubmittedSeats }) => dropSubmittedSeats())
      .catch(() => undefined)
  }
  return watchStoredCart(read)
})
