import { atom } from 'jotai'
import { seatCount, type CartItem } from '#shop/cart/cart.ts'
import { readStoredCart, watchStoredCart } from '#shop/cart/cart.store.ts'

/** The cart as every page shows it. What changes it is in cart-state.ts, which the first page does not load. */
export const itemsAtom = atom<CartItem[]>(readStoredCart())
itemsAtom.onMount = (set) => {
  const read = (): void => set(readStoredCart())
  read()
  if (readStoredCart().length > 0) {
    void import('#shop/cart/submitted.store.ts')
      .then(({ dropSubmittedSeats }) => dropSubmittedSeats())
      .catch(() => undefined)
  }
  return watchStoredCart(read)
}

export const cartCountAtom = atom((get) => seatCount(get(itemsAtom)))
