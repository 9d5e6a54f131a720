import { settleCart } from '#shop/cart/cart.store.ts'

/** What this tab remembers of who is here: in the session's storage, which every tab has of its own. */

/** Where to go after signing in, for the length of the tab: a trip to Google leaves the page. */
const RETURN_KEY = 'mehfil.return'
/** Names the order whose customer has gone to a UPI app. */
const PAYING_KEY = 'mehfil.paying'
/** Account id of who was signed in here last. */
const PERSON_KEY = 'mehfil.person'

/**
 * Called in every tab before its screens hear who is signed in now; `null`: nobody. What the tab remembers of one person
 * is gone before another is here, and so is their cart. `ended`: the session was ended by the server, and the same person
 * may come back to it.
 */
export function settlePerson(userId: string | null, ended = false): void {
  settleCart(userId)
  const before = read(PERSON_KEY)
  if (userId === null) {
    if (before !== null && !ended) forgetPerson()
    return
  }
  if (before === userId) return
  if (before !== null) {
    const back = read(RETURN_KEY)
    forgetPerson()
    // The next person may have pressed Book before signing in: what everybody can see is no trace.
    if (back !== null && ANYBODYS.test(back)) write(RETURN_KEY, back)
  }
  write(PERSON_KEY, userId)
}

/** What was begun in this tab and not finished, by name: seats that are being chosen, a form of a new account. */
type Draft = 'choosing' | 'new-account'
const draftKey = (name: Draft): string => `mehfil.${name}`

export const readDraft = (name: Draft): string | null => read(draftKey(name))
/** Null: it is finished. */
export const writeDraft = (name: Draft, text: string | null): void => write(draftKey(name), text)

/** Forgets whatever this tab remembers of who was here. */
export function forgetPerson(): void {
  for (const key of [RETURN_KEY, PAYING_KEY, PERSON_KEY, draftKey('choosing'), draftKey('new-account')])
    write(key, null)
}

/** Pages that are the same for everybody: `/checkout` without an order is that of the cart. */
const ANYBODYS = /^\/((events|concerts)\b.*|cart|checkout)?$/

export const rememberReturn = (path: string): void => write(RETURN_KEY, path)

/** The remembered path, once; null when there is none. */
export function takeReturn(): string | null {
  const path = read(RETURN_KEY)
  write(RETURN_KEY, null)
  return path
}

export const readPaying = (): string | null => read(PAYING_KEY)
/** Null: the customer is back. */
export const writePaying = (orderId: string | null): void => write(PAYING_KEY, orderId)

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked: signing in then leads home, and the way back from a UPI app to the top of the page.
  }
}
