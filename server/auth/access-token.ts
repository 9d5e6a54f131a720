import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { parseJson } from '../api/request-checks.ts'

export interface AccessToken {
  signed: string
  signature: string
  /** Unverified; empty when unreadable. */
  claims: Record<string, unknown>
}

const BEARER = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i

/** True for no token, the public key, or a token without padding or white space, which other services would accept. */
export const isCanonicalToken = (authorization: string | undefined): boolean =>
  authorization === undefined || authorization === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}` || BEARER.test(authorization)

/** Reads the `authorization` header's token without checking its signature; null when there is none. */
export function readAccessToken(authorization: string | undefined): AccessToken | null {
  const parts = BEARER.exec(authorization ?? '')
  if (!parts) return null
  const [, head = '', claims = '', signature = ''] = parts
  return { signed: `${head}.${claims}`, signature, claims: parseJson(Buffer.from(claims, 'base64url')) }
}
