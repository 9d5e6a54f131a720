import { EMBEDDED_PUBLISHABLE_KEY } from './embedded-key.ts'

export interface SessionStorage {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
}

export interface BackendSettings {
  sessionStorage: SessionStorage
  headers?: Record<string, string>
  /** Without a trailing slash; by default VITE_SUPABASE_URL, else the page's origin. */
  url?: string
  key?: string
  fetch?: typeof fetch
}

let current: BackendSettings | null = null
let version = 0

/** Sets where the session is kept. Call it before the first request; a later call starts over. */
export function configureBackend(settings: BackendSettings): void {
  current = settings
  version++
}

export function backendSettings(): Required<Pick<BackendSettings, 'url' | 'key' | 'headers' | 'sessionStorage'>> & {
  fetch: typeof fetch
  /** Where answers that are the same for everybody are asked: the pages' own host with VITE_SHARED_FROM_PAGES=1. */
  sharedUrl: string
  version: number
} {
  if (!current) throw new Error('configureBackend() has not been called')
  const url = (current.url ?? (import.meta.env?.VITE_SUPABASE_URL || globalThis.location.origin)).replace(/\/+$/, '')
  return {
    sessionStorage: current.sessionStorage,
    headers: current.headers ?? {},
    url,
    sharedUrl: import.meta.env?.VITE_SHARED_FROM_PAGES === '1' ? globalThis.location.origin : url,
    key: current.key ?? (import.meta.env?.VITE_SUPABASE_KEY || EMBEDDED_PUBLISHABLE_KEY),
    fetch: current.fetch ?? globalThis.fetch.bind(globalThis),
    version,
  }
}
