import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { FIRST_LOOK, type ShopLook } from './shop-look.ts'

/** server/pages/shop-pages.ts writes the look into this element; index.html reads it by the same rule, before the first paint. */
const PAGE_ELEMENT_ID = 'shop-look'

const stored = (): ShopLook | null => read(() => readStored('look'))
const inPage = (): ShopLook | null => read(() => document.getElementById(PAGE_ELEMENT_ID)?.textContent)
let look = newer(stored(), inPage()) ?? FIRST_LOOK
const changes = signal()

/** Returns how the shop looks; the same object until that changes. */
export const currentLook = (): ShopLook => look

/** Calls the listener when the look changes, in this tab or another. Returns the way to stop. */
export function watchLook(listener: () => void): () => void {
  const forget = onStoredElsewhere('look', () => {
    look = stored() ?? look
    listener()
  })
  const stop = changes.subscribe(listener)
  return () => {
    forget()
    stop()
  }
}

export function keepLook(fresh: ShopLook): void {
  const text = JSON.stringify(fresh)
  if (text === readStored('look')) return
  look = fresh
  writeStored('look', text)
  changes.send()
}

/** A device's page may be older than what it has read since, or newer. */
function newer(one: ShopLook | null, other: ShopLook | null): ShopLook | null {
  return one && other ? (other.revision > one.revision ? other : one) : (one ?? other)
}

function read(text: () => string | null | undefined): ShopLook | null {
  try {
    const found = JSON.parse(text() ?? '') as ShopLook
    return Object.keys(FIRST_LOOK).every((name) => name in found) ? found : null
  } catch {
    return null
  }
}
