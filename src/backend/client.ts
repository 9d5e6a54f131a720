import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { accessToken, authStorage, SESSION_KEY, SignedOutError } from './session.ts'
import { backendSettings } from './settings.ts'
import { watchedFetch } from './watched-fetch.ts'

export { configureBackend, type BackendSettings, type SessionStorage } from './settings.ts'

export type Backend = SupabaseClient<Database>

/** For a read whose table is only known at run time; what it answers must be parsed. */
export const anyTable = (client: Backend): SupabaseClient => client

/** How the console names itself to the backend. */
const CONSOLE_CLIENT_INFO = 'mehfil-admin/1.0.0'
/** Most realtime messages per second, should anything subscribe. */
const REALTIME_EVENTS_PER_SECOND = 10

type Kind = 'own' | 'console' | 'public' | 'auth'
let clients: { version: number; made: Map<Kind, Promise<Backend>> } = { version: -1, made: new Map() }

/**
 * The client for calls of whoever is signed in. With nobody signed in, or an ended session, its calls fail with
 * `signed_out` before anything is sent (an anonymous read would answer "no rows" for rows that exist).
 * `console: true` names the console as the caller. It has no `.auth`: see authBackend().
 */
export const backend = (options: { console?: boolean } = {}): Promise<Backend> =>
  client(options.console ? 'console' : 'own')

/** The client for what every visitor may do; never sends a session. */
export const publicBackend = (): Promise<Backend> => client('public')

/** Sign-in, sign-up, password: supabase-js' auth with the session on the device. Refreshing is session.ts' business. */
export const authBackend = (): Promise<Backend> => client('auth')

function client(kind: Kind): Promise<Backend> {
  const settings = backendSettings()
  if (clients.version !== settings.version) clients = { version: settings.version, made: new Map() }
  let found = clients.made.get(kind)
  if (!found) {
    found = make(kind)
    clients.made.set(kind, found)
    // A failed download of the library (offline, first visit) is tried again by the next call.
    found.catch(() => clients.made.delete(kind))
  }
  return found
}

async function make(kind: Kind): Promise<Backend> {
  const { url, key, headers, sessionStorage } = backendSettings()
  const { createClient } = await import('@supabase/supabase-js')
  const options: SupabaseClientOptions<'public'> = {
    global: {
      fetch: watchedFetch,
      // Spelled as the library spells its own, or both would be sent.
      headers: kind === 'console' ? { ...headers, 'X-Client-Info': CONSOLE_CLIENT_INFO } : headers,
    },
    // Retries are ours (call.ts): bounded, and never for a write.
    db: { retry: false },
    realtime: { params: { eventsPerSecond: REALTIME_EVENTS_PER_SECOND } },
  }
  if (kind === 'auth')
    options.auth = {
      storage: authStorage(sessionStorage),
      storageKey: SESSION_KEY,
      flowType: 'pkce',
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: false,
    }
  // The constructor asks for a token for realtime, which nothing uses: that is no reason to refresh. (Given none, it
  // would ask again.)
  let built = false
  if (kind !== 'auth')
    options.accessToken = async () => {
      if (!built) return key
      if (kind === 'public') return null
      const token = await accessToken()
      if (token === null) throw new SignedOutError('nobody is signed in')
      return token
    }
  const client = createClient(url, key, options) as Backend
  built = true
  return client
}

/** For an argument that may be null: the generated types do not know that arguments of functions can be. */
export const orNull = <T>(value: T | null): T => value as T
