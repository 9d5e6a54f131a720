import { readOfTab, writeOfTab, type TabKey } from '#platform/device/stored.ts'
import { assignCart } from '#shop/cart/cart.store.ts'

const KEYS_OF_PERSON: readonly TabKey[] = ['returnTo', 'paying', 'person', 'choosing', 'newAccount']

/** Removes what this tab and the cart keep of the last person (null: signed out) before a screen shows the next one.
 * `ended`: the server ended the session, and the same person may return. */
export function switchPerson(userId: string | null, ended = false): void {
  assignCart(userId)
  const before = readOfTab('person')
  if (userId === null) {
    if (before !== null && !ended) forgetPerson()
    return
  }
  if (before === userId) return
  if (before !== null) {
    const back = readOfTab('returnTo')
    forgetPerson()
    // Keep a public page: the next person may have pressed Book before signing in.
    if (back !== null && PUBLIC_PAGE.test(back)) writeOfTab('returnTo', back)
  }
  writeOfTab('person', userId)
}

export function forgetPerson(): void {
  for (const key of KEYS_OF_PERSON) writeOfTab(key, null)
}

/** Pages that are the same for all; `/checkout` without an order pays for the cart. */
const PUBLIC_PAGE = /^\/((events|concerts|queue)\b.*|cart|checkout|invitation|ticket)?$/

export const rememberReturn = (path: string): void => void writeOfTab('returnTo', path)

export function takeReturn(): string | null {
  const path = readOfTab('returnTo')
  writeOfTab('returnTo', null)
  return path
}
