import { addToCart, readCart, readCartOwner, writeCart, type CartItem, type CartOwner } from './cart.ts'
import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { currentTerms } from '#shop/terms/terms.store.ts'

/*
 * The cart, in the browser's local storage: a visitor's goes to the account that signs in, and belongs to it from then on.
 * It survives reload and sign-in, and every tab sees the same one. Where storage is blocked it lives as long as the page.
 */

const changes = signal<CartItem[]>()
/** What this tab read or wrote last. */
let text: string | null = null
let items: CartItem[] = []
let owner: CartOwner = {}

/** The cart as it is now. The same array as long as nothing changed. */
export function readStoredCart(): CartItem[] {
  const stored = readStored('cart')
  if (stored !== text) {
    text = stored
    items = readCart(stored, currentTerms().seatsPerLine)
    owner = readCartOwner(stored, currentTerms().seatsPerLine)
  }
  return items
}

/**
 * Changes the cart. `change` gets what is stored at this moment, not what the screen shows, so that two tabs never
 * overwrite each other's lines.
 */
export function changeStoredCart(change: (items: CartItem[]) => CartItem[]): CartItem[] {
  const before = readStoredCart()
  const after = change(before)
  if (after !== before) store(after, owner)
  return after
}

function store(after: CartItem[], nextOwner: CartOwner): void {
  const before = items
  items = after
  owner = nextOwner
  text = writeCart(after, nextOwner)
  writeStored('cart', text)
  if (after !== before) changes.send(after)
}

/** Empties the cart: signing out does, so that the next person on this device does not see it. */
export function clearStoredCart(): void {
  const before = readStoredCart()
  if (before.length > 0 || Object.keys(owner).length > 0) store(before.length > 0 ? [] : before, {})
}

/**
 * Gives the cart to the account that is signed in; `null`: none is. Another account's is removed, a visitor's becomes
 * theirs. The cart of a session that ended is kept aside, unseen, until its owner signs in again.
 */
export function settleCart(ownerId: string | null): void {
  const now = readStoredCart()
  const { owner: earlier, parked } = owner
  if (ownerId === null) {
    if (earlier !== undefined) store([], now.length > 0 ? { parked: { owner: earlier, items: now } } : {})
    return
  }
  if (earlier === ownerId) return
  // What a visitor chose since comes after what was there.
  const mine = earlier === undefined ? now : []
  const back = parked?.owner === ownerId ? parked.items : []
  store(
    back.length > 0 ? mine.reduce((all, item) => addToCart(all, item, currentTerms().seatsPerLine).items, back) : mine,
    { owner: ownerId },
  )
}

/** True when the cart of an ended session waits for its owner. */
export function hasParkedCart(): boolean {
  readStoredCart()
  return owner.parked !== undefined
}

/** Calls `next` after every change, in this tab or another. Returns the way to stop. */
export function watchStoredCart(next: (items: CartItem[]) => void): () => void {
  const forget = onStoredElsewhere('cart', () => next(readStoredCart()))
  const stop = changes.subscribe(next)
  return () => {
    forget()
    stop()
  }
}
