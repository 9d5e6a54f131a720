import { readStored, writeStored } from '#platform/device/stored.ts'
import { HAD_TICKETS_COOKIE, HAD_TICKETS_PATH } from './had-tickets-cookie.ts'

/*
 * What remembers that this browser had tickets once they are gone (docs/decisions/0021-iphone.md): a cookie of the server,
 * which outlives everything a page writes, and a note beside the database for hosts without such a server.
 */

/** The cookie is renewed this long before browsers drop it, in milliseconds. */
const RENEWED_AFTER_MS = 30 * 24 * 3_600_000

/** When the server last answered, in milliseconds; '0' when it never did, null without tickets. */
const note = (): string | null => readStored('hadTickets')

const hasCookie = (): boolean => document.cookie.split('; ').includes(HAD_TICKETS_COOKIE)

/** Whether there were tickets in this browser whose owner has neither signed out nor deleted the account. */
export const hadTickets = (): boolean => hasCookie() || note() !== null

/** There are tickets on this device. Asks the server for its cookie, once a month and as long as there is none. */
export async function rememberTickets(now = Date.now()): Promise<void> {
  const last = Number(note() ?? 0)
  if (note() === null) writeStored('hadTickets', '0')
  if (hasCookie() && now - last < RENEWED_AFTER_MS) return
  const answer = await fetch(HAD_TICKETS_PATH, { method: 'POST', cache: 'no-store' }).catch(() => null)
  // Somebody may have signed out meanwhile.
  if (answer?.ok && note() !== null) writeStored('hadTickets', String(now))
  else if (note() === null) forgetTickets()
}

/** Their owner signed out, deleted the account, or does not want to hear of it. */
export function forgetTickets(): void {
  writeStored('hadTickets', null)
  document.cookie = `${HAD_TICKETS_COOKIE.split('=')[0]}=; Path=/; Max-Age=0; SameSite=Lax`
}
