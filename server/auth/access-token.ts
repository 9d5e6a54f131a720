import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { parseJson } from '../api/request-checks.ts'

/** An access token as a request carries it. */
export interface AccessToken {
  /** Head and claims as they were signed. */
  signed: string
  /** Base64url. */
  signature: string
  /** What it says of itself; empty when that cannot be read. */
  claims: Record<string, unknown>
}

const BEARER = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i

/**
 * Whether this header is one that the services behind read as we do: none, the public key, or a token in its one
 * spelling. They also take padding and white space, under which the checks of this server would see no token at all.
 */
export const isOneSpelling = (authorization: string | undefined): boolean =>
  authorization === undefined || authorization === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}` || BEARER.test(authorization)

/** Reads the token of the header `authorization`, without checking its signature; null when there is none. */
export function readAccessToken(authorization: string | undefined): AccessToken | null {
  const parts = BEARER.exec(authorization ?? '')
  if (!parts) return null
  const [, head = '', claims = '', signature = ''] = parts
  return { signed: `${head}.${claims}`, signature, claims: parseJson(Buffer.from(claims, 'base64url')) }
}
