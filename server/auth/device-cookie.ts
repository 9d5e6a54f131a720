import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'mehfil_device'
/** Browsers cap a cookie's age at 400 days. */
export const MAX_COOKIE_AGE_SECONDS = 34_560_000

/** Returns the number of a browser that had a session. It proves nothing; it gives the device its own attempt count. */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === NAME && value && /^[\w-]{22}$/.test(value)) return value
  }
  return null
}

/** Makes a device number and its Set-Cookie header, readable by no script and sent to the auth service only. */
export function newDevice(encrypted: boolean): { device: string; header: string } {
  const device = randomBytes(16).toString('base64url')
  const kept = `Path=/auth/v1; Max-Age=${MAX_COOKIE_AGE_SECONDS}; HttpOnly; SameSite=Strict`
  return { device, header: `${NAME}=${device}; ${kept}${encrypted ? '; Secure' : ''}` }
}
