import { readStored, writeStored } from '#platform/device/stored.ts'
import { HAD_TICKETS_COOKIE, HAD_TICKETS_PATH } from './had-tickets-cookie.ts'

/** Detects lost tickets (docs/decisions/0021-iphone.md) by a server cookie, or by a note on hosts without one. */

const RENEWED_AFTER_MS = 30 * 24 * 3_600_000

/** When the server last answered, ms; '0' when it never did, null without tickets. */
const note = (): string | null => readStored('hadTickets')

const hasCookie = (): boolean => document.cookie.split('; ').includes(HAD_TICKETS_COOKIE)

/** Returns true when this browser had tickets and their owner neither signed out nor deleted the account. */
export const hadTickets = (): boolean => hasCookie() || note() !== null

/** Requests the cookie once a month, and while there is none. */
export async function rememberTickets(now = Date.now()): Promise<void> {
  const last = Number(note() ?? 0)
  if (note() === null) writeStored('hadTickets', '0')
  if (hasCookie() && now - last < RENEWED_AFTER_MS) return
  const answer = await fetch(HAD_TICKETS_PATH, { method: 'POST', cache: 'no-store' }).catch(() => null)
  // The owner may have signed out meanwhile.
  if (answer?.ok && note() !== null) writeStored('hadTickets', String(now))
  else if (note() === null) forgetTickets()
}

/** Forgets the tickets of an owner who signed out, deleted the account or dismissed the notice. */
export function forgetTickets(): void {
  writeStored('hadTickets', null)
  document.cookie = `${HAD_TICKETS_COOKIE.split('=')[0]}=; Path=/; Max-Age=0; SameSite=Lax`
}
