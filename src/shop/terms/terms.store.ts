import { dayKey } from '#platform/time/ist.ts'
import { FIRST_TERMS, termsOn, type ShopTerms } from './terms.ts'
import { clockOffset } from '#shop/device/connectivity.ts'

/** In the browser's local storage, because a price is drawn before anything else on the device can be asked. */
const KEY = 'mehfil.terms'
/** Where server/pages/event-page.ts writes them into the page. */
const PLACE = 'shop-terms'

let rows = read() ?? [FIRST_TERMS]
const listeners = new Set<() => void>()

/** The terms that hold today, on the shop's clock. The same object until others do. */
export const currentTerms = (): ShopTerms => termsOn(rows, dayKey(Date.now() + (clockOffset() ?? 0)))

/** Calls the listener when other terms have come, in this tab or another. Returns the way to stop. */
export function watchTerms(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== KEY) return
    rows = read() ?? rows
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Goes by these from now on, and keeps them on this device. Nothing happens when they are the same. */
export function keepTerms(fresh: ShopTerms[]): void {
  const text = JSON.stringify(fresh)
  if (fresh.length === 0 || text === JSON.stringify(rows)) return
  rows = fresh
  try {
    globalThis.localStorage.setItem(KEY, text)
  } catch {
    // Storage is blocked or full: they are asked for again by the next page.
  }
  for (const listener of listeners) listener()
}

function read(): ShopTerms[] | null {
  return listed(() => globalThis.localStorage.getItem(KEY)) ?? listed(() => document.getElementById(PLACE)?.textContent)
}

/** Null where there is none to read, and for rows of an earlier version that lack a term: they are asked for again. */
function listed(text: () => string | null | undefined): ShopTerms[] | null {
  try {
    const found = JSON.parse(text() ?? '') as ShopTerms[]
    const names = Object.keys(FIRST_TERMS)
    return found.length > 0 && found.every((row) => names.every((name) => name in row)) ? found : null
  } catch {
    return null
  }
}
