import { readCart, writeCart, type CartItem } from '#domain/cart.ts'

/**
 * The cart, kept in the browser's local storage under one fixed key: it belongs to the device until somebody signs in,
 * survives reload and sign-in, and every tab sees the same one. Where storage is blocked it lives as long as the page.
 */
export const CART_KEY = 'mehfil.cart'

type Listener = (items: CartItem[]) => void

const listeners = new Set<Listener>()
/** What this tab read or wrote last; the cart itself where storage is blocked. */
let text: string | null = null
let items: CartItem[] = []
let blocked = false

/** The cart as it is now. The same array as long as nothing changed. */
export function readStoredCart(): CartItem[] {
  if (blocked) return items
  let stored: string | null
  try {
    stored = globalThis.localStorage.getItem(CART_KEY)
  } catch {
    blocked = true
    return items
  }
  if (stored !== text) {
    text = stored
    items = readCart(stored)
  }
  return items
}

/**
 * Changes the cart. `change` gets what is stored at this moment, not what the screen shows, so that two tabs never
 * overwrite each other's lines. Everybody watching, in this tab and the others, is told.
 */
export function changeStoredCart(change: (items: CartItem[]) => CartItem[]): CartItem[] {
  const before = readStoredCart()
  const after = change(before)
  if (after === before) return before
  items = after
  text = writeCart(after)
  if (!blocked) {
    try {
      globalThis.localStorage.setItem(CART_KEY, text)
    } catch {
      // Full or forbidden: from now on this page's memory is the cart.
      blocked = true
    }
  }
  for (const listener of listeners) listener(after)
  return after
}

/** Empties the cart: signing out does, so that the next person on this device does not see it. */
export function clearStoredCart(): void {
  changeStoredCart((all) => (all.length === 0 ? all : []))
}

/** Calls `next` after every change, whichever tab made it. Returns the way to stop. */
export function watchStoredCart(next: Listener): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key is `localStorage.clear()`.
    if (event.key === CART_KEY || event.key === null) next(readStoredCart())
  }
  listeners.add(next)
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    listeners.delete(next)
    globalThis.removeEventListener?.('storage', onStorage)
  }
}
