import { withLock } from '#platform/device/lock/lock.ts'
import { backendSettings, type SessionStorage } from './backend-config.ts'
import { parseSession, SESSION_ENDED_KEY, SESSION_KEY, type StoredSession } from './stored-session.ts'
import { UnreachableError, watchedFetch } from './watched-fetch.ts'

export * from './stored-session.ts'

/** One refresh at a time in all tabs and the worker: a refresh token works once. */
const SESSION_LOCK = 'mehfil.session'
const REFRESH_MARGIN_MS = 60_000

/** The server refused the refresh token, or there is no session. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
  code = 'signed_out'
}

/** Returns this device's session; never uses the network. */
export const storedSession = async (): Promise<StoredSession | null> =>
  parseSession(await backendSettings().sessionStorage.getItem(SESSION_KEY))

function reckon(next: Omit<StoredSession, 'local_expires_at'>, before: StoredSession | null): StoredSession {
  const same = before?.access_token === next.access_token
  return { ...next, local_expires_at: same ? before.local_expires_at : Date.now() + next.expires_in * 1000 }
}

/** Wraps supabase-js's storage. Expiry is by this device's clock, so that a wrong clock ends no session. */
export const authStorage = (storage: SessionStorage): SessionStorage => ({
  async getItem(key) {
    const text = await storage.getItem(key)
    const session = key === SESSION_KEY ? parseSession(text) : null
    return session ? JSON.stringify({ ...session, expires_at: Math.floor(session.local_expires_at / 1000) }) : text
  },
  async setItem(key, value) {
    const session = key === SESSION_KEY ? parseSession(value) : null
    if (!session) return storage.setItem(key, value)
    await storage.setItem(key, JSON.stringify(reckon(session, parseSession(await storage.getItem(key)))))
    await storage.removeItem(SESSION_ENDED_KEY)
  },
  removeItem: (key) => storage.removeItem(key),
})

/** supabase-js's key for a new session; its PKCE verifier's key derives from it. */
export const NEW_SESSION_KEY = 'mehfil.arriving'

let arriving: string | null = null

/** Keeps a new session in memory until a screen has checked it; the PKCE verifier goes to the device. */
export const newSessionStorage = (device: SessionStorage): SessionStorage => ({
  getItem: async (key) => (key === NEW_SESSION_KEY ? arriving : device.getItem(key)),
  setItem: async (key, value) => {
    if (key === NEW_SESSION_KEY) arriving = value
    else await device.setItem(key, value)
  },
  removeItem: async (key) => {
    if (key === NEW_SESSION_KEY) arriving = null
    else await device.removeItem(key)
  },
})

/** Returns the session of the last sign-in, once; null when there is none. */
export function takeNewSession(): StoredSession | null {
  const session = parseSession(arriving)
  arriving = null
  return session
}

/** Returns a fresh token; null when signed out. Throws UnreachableError when a refresh gets no answer. */
export async function accessToken(): Promise<string | null> {
  const session = await storedSession()
  if (!session) return null
  if (session.local_expires_at - Date.now() > REFRESH_MARGIN_MS) return session.access_token
  return (await refreshSession(session.access_token))?.access_token ?? null
}

/** Refreshes the session unless another tab has. Null when the server refused: the session is deleted. */
export function refreshSession(staleToken: string): Promise<StoredSession | null> {
  return withLock(SESSION_LOCK, async () => {
    const session = await storedSession()
    if (!session || session.access_token !== staleToken) return session
    const { url, key, headers, sessionStorage } = backendSettings()
    const response = await watchedFetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { ...headers, apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    })
    if (response.ok) {
      const next = parseSession(await response.text())
      if (!next) throw new UnreachableError('the answer to a refresh is not a session')
      // Signed out in another tab meanwhile.
      if ((await storedSession())?.user.id !== session.user.id) return null
      const kept = reckon(next, null)
      await sessionStorage.setItem(SESSION_KEY, JSON.stringify(kept))
      return kept
    }
    if (await isRefusal(response)) {
      await sessionStorage.setItem(SESSION_ENDED_KEY, '1')
      await sessionStorage.removeItem(SESSION_KEY)
      return null
    }
    throw new UnreachableError(`refresh answered ${response.status}`)
  })
}

/** Only these end a session, not a proxy's 403: https://supabase.com/docs/guides/auth/debugging/error-codes */
const REFUSALS = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'bad_jwt',
])

async function isRefusal(response: Response): Promise<boolean> {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return false
  const body = (await response.json().catch(() => null)) as {
    error_code?: string
    code?: string
    error?: string
  } | null
  // Older auth services answer {"error":"invalid_grant"}.
  return [body?.error_code, body?.code, body?.error].some(
    (code) => code === 'invalid_grant' || REFUSALS.has(String(code)),
  )
}
