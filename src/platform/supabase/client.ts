import type { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { ARRIVING_KEY, arrivingStorage } from './arriving-session.ts'
import { accessToken, authStorage, SESSION_KEY, SignedOutError } from './session.ts'
import { backendSettings, type SessionStorage } from './backend-config.ts'
import { watchedFetch } from './watched-fetch.ts'

export { configureBackend, type SessionStorage } from './backend-config.ts'

/** Tables and functions: supabase-js' own client for them, without its auth, storage and realtime. */
export type Backend = PostgrestClient<Database>

/** For a read whose table is only known at run time; what it answers must be parsed. */
export const anyTable = (client: Backend): PostgrestClient => client

/** How the console names itself to the backend. */
const CONSOLE_CLIENT_INFO = 'mehfil-admin/1.0.0'
/** Most realtime messages per second, should anything subscribe. */
const REALTIME_EVENTS_PER_SECOND = 10

/** Whoever is signed in, the same from the console, or every visitor. */
type Caller = 'own' | 'console' | 'public'

/** One of each kind for as long as the settings stay. */
let made: { version: number; clients: Map<string, Promise<unknown>> } = { version: -1, clients: new Map() }

/**
 * The client for calls of whoever is signed in. With nobody signed in, or an ended session, its calls fail with
 * `signed_out` before anything is sent (an anonymous read would answer "no rows" for rows that exist).
 * `console: true` names the console as the caller. It has no `.auth` and no `.storage`: see authBackend(), fileBackend().
 */
export const backend = (options: { console?: boolean } = {}): Promise<Backend> =>
  data(options.console ? 'console' : 'own')

/** The client for what every visitor may do; never sends a session. */
export const publicBackend = (): Promise<Backend> => data('public')

/** What the signed-in person's account does: supabase-js' auth with the session on the device. Refreshing is session.ts' business. */
export const authBackend = (): Promise<Pick<SupabaseClient<Database>, 'auth'>> =>
  once('auth', () => signing(authStorage(backendSettings().sessionStorage), SESSION_KEY))

/** Signing in and up: the session waits in arriving-session.ts until it is kept. */
export const doorBackend = (): Promise<Pick<SupabaseClient<Database>, 'auth'>> =>
  once('door', () => signing(arrivingStorage(backendSettings().sessionStorage), ARRIVING_KEY))

const signing = (storage: SessionStorage, storageKey: string): Promise<SupabaseClient<Database>> =>
  whole('own', {
    auth: {
      storage,
      storageKey,
      flowType: 'pkce',
      detectSessionInUrl: false,
      persistSession: true,
      autoRefreshToken: false,
    },
  })

/** Stored files, in the name of whoever is signed in; fails as backend() does. */
export const fileBackend = (
  options: { console?: boolean } = {},
): Promise<Pick<SupabaseClient<Database>, 'storage'>> => {
  const caller = options.console ? 'console' : 'own'
  return once(`files of ${caller}`, async () => {
    // The constructor asks for a token for realtime, which nothing uses: that is no reason to refresh. (Given none, it
    // would ask again.)
    let built = false
    const accessToken = async () => (built ? tokenOf(caller) : backendSettings().key)
    const client = await whole(caller, { accessToken })
    built = true
    return client
  })
}

function once<T>(name: string, make: () => Promise<T>): Promise<T> {
  const { version } = backendSettings()
  if (made.version !== version) made = { version, clients: new Map() }
  const { clients } = made
  let found = clients.get(name) as Promise<T> | undefined
  if (!found) {
    found = make()
    clients.set(name, found)
    // A failed download of the library (offline, first visit) is tried again by the next call.
    found.catch(() => clients.delete(name))
  }
  return found
}

/** What a caller sends as the bearer; null: the public key. */
async function tokenOf(caller: Caller): Promise<string | null> {
  if (caller === 'public') return null
  const token = await accessToken()
  if (token === null) throw new SignedOutError('nobody is signed in')
  return token
}

const headersOf = (caller: Caller): Record<string, string> => {
  const { headers } = backendSettings()
  // Spelled as the library spells its own, or both would be sent.
  return caller === 'console' ? { ...headers, 'X-Client-Info': CONSOLE_CLIENT_INFO } : headers
}

/** Headers of a signed call that is made without the library. */
export const signedHeaders = (token: string, caller: Caller = 'own'): Record<string, string> => ({
  ...headersOf(caller),
  apikey: backendSettings().key,
  authorization: `Bearer ${token}`,
})

/**
 * Not by way of createClient(): all of supabase-js is nine times as much to bring, and starting it holds a slow
 * phone's first visit for a tenth of a second, for parts that most visits never use.
 */
const data = (caller: Caller): Promise<Backend> =>
  once(caller, async () => {
    const { url, key } = backendSettings()
    const { PostgrestClient } = await import('@supabase/postgrest-js')
    return new PostgrestClient<Database>(`${url}/rest/v1`, {
      headers: { ...headersOf(caller), apikey: key },
      schema: 'public',
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('Authorization', `Bearer ${(await tokenOf(caller)) ?? key}`)
        return watchedFetch(input, { ...init, headers })
      },
      // Retries are ours (call.ts): bounded, and never for a write.
      retry: false,
    })
  })

async function whole(caller: Caller, options: SupabaseClientOptions<'public'>): Promise<SupabaseClient<Database>> {
  const { url, key } = backendSettings()
  const { createClient } = await import('@supabase/supabase-js')
  return createClient<Database>(url, key, {
    ...options,
    global: { fetch: watchedFetch, headers: headersOf(caller) },
    realtime: { params: { eventsPerSecond: REALTIME_EVENTS_PER_SECOND } },
  })
}

/** For an argument that may be null: the generated types do not know that arguments of functions can be. */
export const orNull = <T>(value: T | null): T => value as T
