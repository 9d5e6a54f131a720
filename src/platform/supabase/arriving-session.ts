import { parseSession, type StoredSession } from './stored-session.ts'
import type { SessionStorage } from './backend-config.ts'

/** Key under which supabase-js keeps a session that just arrived; it derives its PKCE verifier's key from it. */
export const ARRIVING_KEY = 'mehfil.arriving'

let arriving: string | null = null

/**
 * Keeps a new session in memory, so that it replaces nobody before a screen has checked it. What must survive a trip to
 * Google goes to the device.
 */
export const arrivingStorage = (device: SessionStorage): SessionStorage => ({
  getItem: async (key) => (key === ARRIVING_KEY ? arriving : device.getItem(key)),
  setItem: async (key, value) => {
    if (key === ARRIVING_KEY) arriving = value
    else await device.setItem(key, value)
  },
  removeItem: async (key) => {
    if (key === ARRIVING_KEY) arriving = null
    else await device.removeItem(key)
  },
})

/** Returns the session of the last sign-in, once; null when there is none. */
export function takeArriving(): StoredSession | null {
  const session = parseSession(arriving)
  arriving = null
  return session
}
