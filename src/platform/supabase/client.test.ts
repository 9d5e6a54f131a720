import { afterEach, expect, it, vi } from 'vitest'
import { askShared, configureBackend } from './client.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

async function askedAt(): Promise<string> {
  const asked: string[] = []
  vi.stubGlobal('location', new URL('https://tickets.example.in/queue/1'))
  configureBackend({
    sessionStorage: { getItem: async () => null, setItem: async () => undefined, removeItem: async () => undefined },
    url: 'https://abc.supabase.co/',
    fetch: async (input) => {
      asked.push(String(input))
      return new Response('null', { headers: { 'content-type': 'application/json' } })
    },
  })
  expect(await askShared('queue_state', { p_event_id: 'e' })).toEqual({ data: null, error: null })
  return asked.join()
}

it('asks shared answers of the backend, and of the pages’ own host when that keeps them', async () => {
  expect(await askedAt()).toBe('https://abc.supabase.co/rest/v1/rpc/queue_state?p_event_id=e')
  vi.stubEnv('VITE_SHARED_FROM_PAGES', '1')
  expect(await askedAt()).toBe('https://tickets.example.in/rest/v1/rpc/queue_state?p_event_id=e')
})

it('lets the browser keep a shared answer, or has it ask whether that still holds', async () => {
  const caches: (RequestCache | undefined)[] = []
  configureBackend({
    sessionStorage: { getItem: async () => null, setItem: async () => undefined, removeItem: async () => undefined },
    url: 'https://abc.supabase.co',
    fetch: async (_, init) => {
      caches.push(init?.cache)
      return new Response('null', { headers: { 'content-type': 'application/json' } })
    },
  })
  await askShared('queue_state', { p_event_id: 'e' })
  await askShared('read_catalogue', {}, { cache: 'no-cache' })
  expect(caches).toEqual(['default', 'no-cache'])
})
