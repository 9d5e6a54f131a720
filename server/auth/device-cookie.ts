import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'mehfil_device'
/** Browsers keep no cookie longer: 400 days, in seconds. */
export const MAX_COOKIE_AGE_SECONDS = 34_560_000

/**
 * The random number that tells a browser that had a session from others behind its network address; null when
 * it has none. It proves nothing by itself: it only gives a device a count of its own for wrong passwords.
 */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === NAME && value && /^[\w-]{22}$/.test(value)) return value
  }
  return null
}

/** A new number, and the header that keeps it: no script reads it, and it goes to the auth service alone. */
export function newDevice(encrypted: boolean): { device: string; header: string } {
  const device = randomBytes(16).toString('base64url')
  const kept = `Path=/auth/v1; Max-Age=${MAX_COOKIE_AGE_SECONDS}; HttpOnly; SameSite=Strict`
  return { device, header: `${NAME}=${device}; ${kept}${encrypted ? '; Secure' : ''}` }
}
