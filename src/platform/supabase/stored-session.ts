/** Apart from session.ts because the first page only reads the session. */

export const SESSION_KEY = 'mehfil.session'
/** Present when the server, not the person, ended the session. */
export const SESSION_ENDED_KEY = 'mehfil.session-ended'
export interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
  /** Milliseconds on the device's clock, which may be hours off. */
  local_expires_at: number
  user: {
    id: string
    email?: string
    user_metadata?: Record<string, unknown>
    app_metadata?: Record<string, unknown>
  }
}

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

export const isExpired = (session: Pick<StoredSession, 'local_expires_at'>, now = Date.now()): boolean =>
  session.local_expires_at <= now
