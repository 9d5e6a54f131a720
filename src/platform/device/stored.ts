/** Keys in localStorage. Rows are in IndexedDB (src/shop/device/). */
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
  look: 'mehfil.look',
  hadTickets: 'mehfil.had-tickets',
  city: 'mehfil.city',
  gateCamera: 'mehfil.gate-camera',
  bankColumns: 'mehfil.console-bank-columns',
  notices: 'mehfil.console-notices',
  paymentFilters: 'mehfil.console-payment-filters',
  shortcuts: 'mehfil.console-shortcuts',
  receiptPaper: 'mehfil.console-receipt-paper',
  tillName: 'mehfil.console-till-name',
  doorEvent: 'mehfil.console-door-event',
  newConcert: 'mehfil.console-new-concert',
  editConcert: 'mehfil.console-edit-concert',
} as const

const TAB_KEYS = {
  returnTo: 'mehfil.return',
  /** Id of the order whose customer has gone to a UPI app. */
  paying: 'mehfil.paying',
  person: 'mehfil.person',
  choosing: 'mehfil.choosing',
  /** The sign-up form, without the password. */
  newAccount: 'mehfil.new-account',
  scrollPositions: 'mehfil.scroll-positions',
  /** The secret of the invitation that this tab opened. */
  invitation: 'mehfil.invitation',
  /** A sale at the door that has no answer yet. */
  doorSale: 'mehfil.door-sale',
  /** The secret of the ticket's link that this tab opened. */
  ticketLink: 'mehfil.ticket-link',
} as const

export type StoredKey = keyof typeof KEYS
export type TabKey = keyof typeof TAB_KEYS

/** Kept for as long as the page; null for a refused removal. */
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
const ofTab = (): Storage => globalThis.sessionStorage

export const readStored = (key: StoredKey): string | null => read(shared, KEYS[key])
/** Saves a text; null removes it. Returns false when the storage refused: the text then lasts as long as the page. */
export const writeStored = (key: StoredKey, text: string | null): boolean => write(shared, KEYS[key], text)

export const readOfTab = (key: TabKey): string | null => read(ofTab, TAB_KEYS[key])
export const writeOfTab = (key: TabKey, text: string | null): boolean => write(ofTab, TAB_KEYS[key], text)

/** Calls `listener` when another tab changes this text or clears the storage. */
export function onStoredElsewhere(key: StoredKey, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key === KEYS[key]) listener()
  }
  globalThis.addEventListener?.('storage', onStorage)
  return () => globalThis.removeEventListener?.('storage', onStorage)
}
