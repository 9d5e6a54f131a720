/** Answers of a fake host, by path; `otherwise` answers a missing path. */
export interface FakeHost {
  files: Map<string, { type: string; body: string }>
  /** As a static host with a rule for single-page apps: every missing path is index.html with 200. */
  otherwise: { type: string; body: string; status: number }
  /** The browser's own cache, used unless a request says reload. */
  held: Map<string, { type: string; body: string }>
  asked: string[]
}

export const INDEX = { type: 'text/html; charset=utf-8', body: '<!doctype html>', status: 200 }

/** Replaces the global fetch and caches by a host and a cache storage in memory. */
export function fakeCaches(origin = 'https://shop.example'): FakeHost & { caches: CacheStorage } {
  const host: FakeHost = { files: new Map(), otherwise: INDEX, held: new Map(), asked: [] }
  const stores = new Map<string, Map<string, Response>>()
  const address = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : String(request), origin).href
  const answer = async (request: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address(request))
    const mode = init?.cache ?? (request instanceof Request ? request.cache : 'default')
    host.asked.push(`${pathname} ${mode}`)
    const fresh = host.files.get(pathname) ?? host.otherwise
    const found = mode === 'default' ? (host.held.get(pathname) ?? fresh) : fresh
    if (mode === 'reload') host.held.delete(pathname)
    return new Response(found.body, {
      status: 'status' in found ? (found.status as number) : 200,
      headers: { 'content-type': found.type },
    })
  }
  const open = async (name: string): Promise<Cache> => {
    const rows = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, rows)
    return {
      match: async (request: RequestInfo | URL) => rows.get(address(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void rows.set(address(request), response),
      delete: async (request: RequestInfo | URL) => rows.delete(address(request)),
      keys: async () => [...rows.keys()].map((url) => new Request(url)),
      add: async (request: RequestInfo | URL) => {
        const response = await answer(request)
        if (!response.ok) throw new TypeError('bad status')
        rows.set(address(request), response)
      },
    } as unknown as Cache
  }
  const caches = { open, has: async (name: string) => stores.has(name) } as unknown as CacheStorage
  Object.assign(globalThis, { caches, fetch: answer, location: { origin } })
  return Object.assign(host, { caches })
}
