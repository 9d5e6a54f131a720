import { addToCart, readCart, readCartOwner, writeCart, type CartItem, type CartOwner } from './cart.ts'
import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { currentTerms } from '#shop/terms/terms.store.ts'

/** The cart in local storage, shared by all tabs. Where storage is blocked, it lasts as long as the page. */

const changes = signal<CartItem[]>()
let text: string | null = null
let items: CartItem[] = []
let owner: CartOwner = {}

/** Returns the same array as long as nothing changed. */
export function readStoredCart(): CartItem[] {
  const stored = readStored('cart')
  if (stored !== text) {
    text = stored
    items = readCart(stored, currentTerms().seatsPerLine)
    owner = readCartOwner(stored, currentTerms().seatsPerLine)
  }
  return items
}

/** Changes the stored cart, not the one on screen, so that two tabs never overwrite each other's lines. */
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

/** Empties the cart at sign-out: the next person on this device must not see it. */
export function clearStoredCart(): void {
  const before = readStoredCart()
  if (before.length > 0 || Object.keys(owner).length > 0) store(before.length > 0 ? [] : before, {})
}

/** Adopts a visitor's cart, removes another account's; null (session ended) parks it until its owner signs in again. */
export function assignCart(ownerId: string | null): void {
  const now = readStoredCart()
  const { owner: earlier, parked } = owner
  if (ownerId === null) {
    if (earlier !== undefined) store([], now.length > 0 ? { parked: { owner: earlier, items: now } } : {})
    return
  }
  if (earlier === ownerId) return
  // Seats that a visitor chose since come after the parked ones.
  const mine = earlier === undefined ? now : []
  const back = parked?.owner === ownerId ? parked.items : []
  store(
    back.length > 0 ? mine.reduce((all, item) => addToCart(all, item, currentTerms().seatsPerLine).items, back) : mine,
    { owner: ownerId },
  )
}

export function hasParkedCart(): boolean {
  readStoredCart()
  return owner.parked !== undefined
}

/** Calls `next` after every change, in any tab. Returns the function that stops it. */
export function watchStoredCart(next: (items: CartItem[]) => void): () => void {
  const forget = onStoredElsewhere('cart', () => next(readStoredCart()))
  const stop = changes.subscribe(next)
  return () => {
    forget()
    stop()
  }
}
