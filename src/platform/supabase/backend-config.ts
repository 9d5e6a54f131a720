import { EMBEDDED_PUBLISHABLE_KEY } from './embedded-key.ts'

/** What supabase-js calls a storage adapter; ours keeps the session on the device (IndexedDB). */
export interface SessionStorage {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
}

export interface BackendSettings {
  sessionStorage: SessionStorage
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Base URL without a trailing slash; by default VITE_SUPABASE_URL, else the page's own origin. */
  url?: string
  key?: string
  fetch?: typeof fetch
}

let current: BackendSettings | null = null
let version = 0

/** Says where the session is kept. Called once per page or worker, before the first call; a later call starts over. */
export function configureBackend(settings: BackendSettings): void {
  current = settings
  version++
}

export function backendSettings(): Required<Pick<BackendSettings, 'url' | 'key' | 'headers' | 'sessionStorage'>> & {
  fetch: typeof fetch
  version: number
} {
  if (!current) throw new Error('configureBackend() has not been called')
  return {
    sessionStorage: current.sessionStorage,
    headers: current.headers ?? {},
    url: (current.url ?? (import.meta.env?.VITE_SUPABASE_URL || globalThis.location.origin)).replace(/\/+$/, ''),
    key: current.key ?? (import.meta.env?.VITE_SUPABASE_KEY || EMBEDDED_PUBLISHABLE_KEY),
    fetch: current.fetch ?? globalThis.fetch.bind(globalThis),
    version,
  }
}
