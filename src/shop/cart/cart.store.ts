import { addToCart, readCart, readCartOwner, writeCart, type CartItem, type CartOwner } from './cart.ts'
import { currentTerms } from '#shop/terms/terms.store.ts'

/**
 * The cart, kept in the browser's local storage under one fixed key: a visitor's goes to whoever signs in, and is theirs
 * from then on. It survives reload and sign-in, and every tab sees the same one. Where storage is blocked it lives as
 * long as the page.
 */
export const CART_KEY = 'mehfil.cart'

type Listener = (items: CartItem[]) => void

const listeners = new Set<Listener>()
/** What this tab read or wrote last; the cart itself where storage is blocked. */
let text: string | null = null
let items: CartItem[] = []
let whose: CartOwner = {}
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
    items = readCart(stored, currentTerms().seatsPerLine)
    whose = readCartOwner(stored, currentTerms().seatsPerLine)
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
  if (after !== before) store(after, whose)
  return after
}

function store(after: CartItem[], owner: CartOwner): void {
  const before = items
  items = after
  whose = owner
  text = writeCart(after, owner)
  if (!blocked) {
    try {
      globalThis.localStorage.setItem(CART_KEY, text)
    } catch {
      // Full or forbidden: from now on this page's memory is the cart.
      blocked = true
    }
  }
  if (after !== before) for (const listener of listeners) listener(after)
}

/** Empties the cart: signing out does, so that the next person on this device does not see it. */
export function clearStoredCart(): void {
  const before = readStoredCart()
  if (before.length > 0 || Object.keys(whose).length > 0) store(before.length > 0 ? [] : before, {})
}

/**
 * Makes the cart that of who is here now; `null`: nobody is signed in. Somebody else's is gone, a visitor's becomes
 * theirs. One that its owner's ended session left is put aside, unseen, and is back with its owner.
 */
export function settleCart(ownerId: string | null): void {
  const now = readStoredCart()
  const { owner, parked } = whose
  if (ownerId === null) {
    if (owner !== undefined) store([], now.length > 0 ? { parked: { owner, items: now } } : {})
    return
  }
  if (owner === ownerId) return
  // What a visitor chose since comes after what was there.
  const mine = owner === undefined ? now : []
  const back = parked?.owner === ownerId ? parked.items : []
  store(
    back.length > 0 ? mine.reduce((all, item) => addToCart(all, item, currentTerms().seatsPerLine).items, back) : mine,
    { owner: ownerId },
  )
}

/** True when the cart of an ended session waits for its owner. */
export function hasParkedCart(): boolean {
  readStoredCart()
  return whose.parked !== undefined
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
