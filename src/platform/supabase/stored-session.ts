/** The session's text on the device. Apart from session.ts, because the first page reads it and asks nobody. */

/** Key of the stored session; supabase-js derives the key of its PKCE verifier from it. */
export const SESSION_KEY = 'mehfil.session'
/** Present when the server, not the person, ended the last session. */
export const SESSION_ENDED_KEY = 'mehfil.session-ended'
/** The stored session as supabase-js writes it, plus when it runs out on this device's own clock. */
export interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
  /** Milliseconds on the device's clock, which may be hours off the server's. */
  local_expires_at: number
  user: {
    id: string
    email?: string
    user_metadata?: Record<string, unknown>
    app_metadata?: Record<string, unknown>
  }
}

/** Reads stored text; null for anything that is not a session. */
export function parseSession(text: string | null): StoredSession | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<StoredSession> | null
    return value && typeof value.access_token === 'string' && typeof value.user?.id === 'string'
      ? (value as StoredSession)
      : null
  } catch {
    return null
  }
}

/** True when the token's time is over by the device's own clock. */
export const isExpired = (session: Pick<StoredSession, 'local_expires_at'>, now = Date.now()): boolean =>
  session.local_expires_at <= now
