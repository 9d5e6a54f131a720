import { parseSession, type StoredSession } from './stored-session.ts'
import type { SessionStorage } from './backend-config.ts'

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
