import type { IncomingMessage } from 'node:http'
import { HAD_TICKETS_COOKIE, HAD_TICKETS_PATH } from '#shop/tickets/had-tickets-cookie.ts'
import { MAX_COOKIE_AGE_SECONDS } from '../auth/device-cookie.ts'
import { isFromAnotherSite } from '../http/host-check.ts'
import { textAnswer, type Answer } from '../http/http-message.ts'
import { isEncrypted, type Settings } from '../settings/settings.ts'

/** Sets a cookie that outlives script storage in Safari (docs/decisions/0021-iphone.md); null for other addresses. */
export function rememberTickets(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  pathname: string,
  settings: Pick<Settings, 'host' | 'publicUrl' | 'tls'>,
): Answer | null {
  if (pathname !== HAD_TICKETS_PATH) return null
  if (request.method !== 'POST') return textAnswer(405, 'This address is only for telling.', { allow: 'POST' })
  if (isFromAnotherSite(request.headers, settings)) return textAnswer(403, 'Only the shop’s own pages may ask here.')
  const cookie = `${HAD_TICKETS_COOKIE}; Path=/; Max-Age=${MAX_COOKIE_AGE_SECONDS}; SameSite=Lax${isEncrypted(settings) ? '; Secure' : ''}`
  return { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' }, body: null }
}
