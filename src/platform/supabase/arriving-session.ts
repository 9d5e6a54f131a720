import { parseSession, type StoredSession } from './stored-session.ts'
import type { SessionStorage } from './backend-config.ts'

/** Key under which supabase-js keeps a session that a sign-in has just brought; it derives that of its PKCE verifier from it. */
export const ARRIVING_KEY = 'mehfil.arriving'

let arriving: string | null = null

/**
 * Where sign-in keeps its session: in memory, so that nobody on this device is replaced before a screen has looked at who
 * comes. What has to outlive a trip to Google goes to the device.
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

/** The session that the last sign-in brought, once; null when it brought none. */
export function takeArriving(): StoredSession | null {
  const session = parseSession(arriving)
  arriving = null
  return session
}
