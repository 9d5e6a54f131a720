import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { dayKey } from '#platform/time/ist.ts'
import { FIRST_TERMS, termsOn, type ShopTerms } from './terms.ts'
import { clockOffset } from '#shop/device/connectivity.ts'

/** server/pages/event-page.ts writes the terms into this element. */
const PAGE_ELEMENT_ID = 'shop-terms'

// In local storage, because prices are drawn before IndexedDB can be read.
let rows = read(() => readStored('terms')) ?? read(writtenInPage) ?? [FIRST_TERMS]
const changes = signal()

/** Returns today's terms by the shop's clock; the same object until they change. */
export const currentTerms = (): ShopTerms => termsOn(rows, dayKey(Date.now() + (clockOffset() ?? 0)))

/** Calls the listener when terms change, in this tab or another. Returns the way to stop. */
export function watchTerms(listener: () => void): () => void {
  const forget = onStoredElsewhere('terms', () => {
    rows = read(() => readStored('terms')) ?? rows
    listener()
  })
  const stop = changes.subscribe(listener)
  return () => {
    forget()
    stop()
  }
}

export function keepTerms(fresh: ShopTerms[]): void {
  const text = JSON.stringify(fresh)
  if (fresh.length === 0 || text === JSON.stringify(rows)) return
  rows = fresh
  writeStored('terms', text)
  changes.send()
}

function writtenInPage(): string | undefined {
  return document.getElementById(PAGE_ELEMENT_ID)?.textContent
}

/** Null without stored rows, and for rows that lack a term. */
function read(text: () => string | null | undefined): ShopTerms[] | null {
  try {
    const found = JSON.parse(text() ?? '') as ShopTerms[]
    const names = Object.keys(FIRST_TERMS)
    return found.length > 0 && found.every((row) => names.every((name) => name in row)) ? found : null
  } catch {
    return null
  }
}
