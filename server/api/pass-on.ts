import type { IncomingMessage } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import type { Answer } from '../http/http-message.ts'

/** Hop-by-hop headers, and those with which a sender could speak for the backend. */
const NOT_PASSED_ON = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'upgrade',
  'expect',
  'cookie',
  'content-length',
  'accept-encoding',
  'apikey',
  'proxy-authorization',
  'forwarded',
  'cf-connecting-ip',
  'x-real-ip',
])

/** Headers that describe the backend or open the API to other sites. */
const NOT_ANSWERED =
  /^(access-control-.*|x-sb-error-code|sb-.*|content-length|transfer-encoding|connection|server|x-powered-by)$/i

export function headersFor(request: IncomingMessage, anonKey: string, sender: string): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NOT_PASSED_ON.has(name) || name.startsWith('x-forwarded-')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('apikey', anonKey)
  // The database counts contact messages by it.
  headers.set('x-forwarded-for', sender)
  // Signed out, the client library sends its key as the bearer, too.
  if (headers.get('authorization') === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}`) headers.delete('authorization')
  return headers
}

export async function readAnswer(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    if (!NOT_ANSWERED.test(name)) headers[name] = value
  })
  headers['cache-control'] ??= 'no-store'
  const type = headers['content-type'] ?? ''
  const streams = response.body !== null && type.startsWith('image/')
  const length = response.headers.get('content-length')
  if (streams && length) headers['content-length'] = length
  return {
    status: response.status,
    headers,
    body: streams ? response.body : response.body && Buffer.from(await response.arrayBuffer()),
  }
}
