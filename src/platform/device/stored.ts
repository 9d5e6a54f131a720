/**
 * Every text that the shop keeps in the browser's own storage, by name. Where the storage refuses (a private window, a full
 * device), a text lasts as long as the page. Rows are kept in IndexedDB: src/shop/device/.
 */
const KEYS = {
  theme: 'theme',
  consoleTheme: 'mehfil.console-theme',
  language: 'mehfil.language',
  languageOfProfile: 'mehfil.language-in-profile',
  installPutOff: 'mehfil.install-later',
  usedDevice: 'mehfil.device',
  knownApp: 'mehfil.app-known',
  cart: 'mehfil.cart',
  terms: 'mehfil.terms',
  hadTickets: 'mehfil.had-tickets',
  city: 'mehfil.city',
  gateCamera: 'mehfil.gate-camera',
  bankColumns: 'mehfil.console-bank-columns',
  /** Whole mappings, guesses among them, that earlier releases kept: only ever removed. */
  bankMappingBefore: 'mehfil.console-bank-mapping',
  notices: 'mehfil.console-notices',
  paymentFilters: 'mehfil.console-payment-filters',
  shortcuts: 'mehfil.console-shortcuts',
} as const

export type StoredKey = keyof typeof KEYS

/** What the storage refused to keep; null for a text that it refused to remove. */
const refused = new Map<string, string | null>()

function read(storage: () => Storage, key: string): string | null {
  const unsaved = refused.get(key)
  if (unsaved !== undefined) return unsaved
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, text: string | null): boolean {
  try {
    if (text === null) storage().removeItem(key)
    else storage().setItem(key, text)
    refused.delete(key)
    return true
  } catch {
    refused.set(key, text)
    return false
  }
}

const shared = (): Storage => globalThis.localStorage

/** The text kept under this key, or null. */
export const readStored = (key: StoredKey): string | null => read(shared, KEYS[key])
/** Keeps a text; null removes it. False where the storage refused: the text then lasts as long as the page. */
export const writeStored = (key: StoredKey, text: string | null): boolean => write(shared, KEYS[key], text)

/** Calls `listener` when another tab has changed this text, or cleared the storage. Returns the way to stop. */
export function onStoredElsewhere(key: StoredKey, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key is `localStorage.clear()`.
    if (event.key === null || event.key === KEYS[key]) listener()
  }
  globalThis.addEventListener?.('storage', onStorage)
  return () => globalThis.removeEventListener?.('storage', onStorage)
}
