import type { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { accessToken, authStorage, NEW_SESSION_KEY, newSessionStorage, SESSION_KEY, SignedOutError } from './session.ts'
import { backendSettings, type SessionStorage } from './backend-config.ts'
import type { Answer } from './call.ts'
import { watchedFetch } from './watched-fetch.ts'

export { configureBackend, type SessionStorage } from './backend-config.ts'

export type Backend = PostgrestClient<Database>

/** Reads a table known only at run time; parse its answers. */
export const anyTable = (client: Backend): PostgrestClient => client

const CONSOLE_CLIENT_INFO = 'mehfil-admin/1.0.0'
const REALTIME_EVENTS_PER_SECOND = 10

type Caller = 'own' | 'console' | 'public'

let made: { version: number; clients: Map<string, Promise<unknown>> } = { version: -1, clients: new Map() }

/** Returns the signed-in person's client. Without a session its calls fail with `signed_out`, unsent. */
export const backend = (options: { console?: boolean } = {}): Promise<Backend> =>
  data(options.console ? 'console' : 'own')

/** Returns the client of every visitor; it never sends a session. */
export const publicBackend = (): Promise<Backend> => data('public')

/** Returns supabase-js's auth with the device's session, which session.ts refreshes. */
export const authBackend = (): Promise<Pick<SupabaseClient<Database>, 'auth'>> =>
  once('auth', () => signing(authStorage(backendSettings().sessionStorage), SESSION_KEY))

/** Returns the client for signing in and up: it keeps the session in arriving-session.ts. */
export const signInBackend = (): Promise<Pick<SupabaseClient<Database>, 'auth'>> =>
  once('door', () => signing(newSessionStorage(backendSettings().sessionStorage), NEW_SESSION_KEY))

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

/** Returns the client for stored files; fails as backend() does. */
export const fileBackend = (
  options: { console?: boolean } = {},
): Promise<Pick<SupabaseClient<Database>, 'storage'>> => {
  const caller = options.console ? 'console' : 'own'
  return once(`files of ${caller}`, async () => {
    // The constructor requests a token for realtime, which is unused: do not refresh for that.
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
    // The next call retries a failed download of the library.
    found.catch(() => clients.delete(name))
  }
  return found
}

async function tokenOf(caller: Caller): Promise<string | null> {
  if (caller === 'public') return null
  const token = await accessToken()
  if (token === null) throw new SignedOutError('not signed in')
  return token
}

const headersOf = (caller: Caller): Record<string, string> => {
  const { headers } = backendSettings()
  // In the library's spelling, or both would be sent.
  return caller === 'console' ? { ...headers, 'X-Client-Info': CONSOLE_CLIENT_INFO } : headers
}

export const signedHeaders = (token: string, caller: Caller = 'own'): Record<string, string> => ({
  ...headersOf(caller),
  apikey: backendSettings().key,
  authorization: `Bearer ${token}`,
})

/** Not createClient(): all of supabase-js is nine times as large and costs a slow phone's first visit 100 ms. */
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
      // call.ts retries: bounded, and never a write.
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

/**
 * Calls a function whose answer is the same for everyone, so that caches may keep it: its address says all. The key is a
 * header, because Supabase's gateway leaves it in the address, where the function would take it for an argument. Without
 * `isKept` the pages' own host does not keep it. With `cache: 'no-cache'` the browser asks whether what it kept still holds.
 */
export async function askShared(
  name: string,
  args: Record<string, string>,
  { isKept = true, cache = 'default' }: { isKept?: boolean; cache?: RequestCache } = {},
): Promise<Answer<unknown>> {
  const { url: backendUrl, sharedUrl, key } = backendSettings()
  const url = `${isKept ? sharedUrl : backendUrl}/rest/v1/rpc/${name}?${new URLSearchParams(args)}`
  return getJson(url, { cache, headers: { apikey: key } })
}

interface AuthSettings {
  external?: { google?: boolean }
  mailer_autoconfirm?: boolean
}

/** Returns what the auth service offers. */
export const authSettings = (): Promise<Answer<AuthSettings>> => {
  const { url, key, headers } = backendSettings()
  return getJson(`${url}/auth/v1/settings`, { headers: { ...headers, apikey: key } })
}

async function getJson<T>(url: string, init: RequestInit): Promise<Answer<T>> {
  const response = await watchedFetch(url, init)
  const body = (await response.json()) as T
  return response.ok ? { data: body, error: null } : { data: null, error: body, status: response.status }
}

/** For an argument that may be null although its generated type is not. */
export const orNull = <T>(value: T | null): T => value as T
