import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'

/** Per answer; longer than any statement timeout. */
const PATIENCE_MS = 20_000

export interface Heard {
  status: number
  headers: Headers
  text: string
}

export interface RunningShop {
  /** Origin of the pages, without a slash at the end. */
  pages: string
  /** Origin of the API; the same as `pages` unless it is hosted. */
  api: string
  key: string
  page: Heard
  get(path: string, headers?: Record<string, string>): Promise<Heard>
  /** Calls the API with the public key; `headers` may carry a sign-in, `body` is sent as JSON. */
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Heard>
}

async function hear(url: string, init: RequestInit = {}): Promise<Heard> {
  const answer = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns the policy of a page's header and of its `meta` element. */
export const policyOf = ({ headers, text }: Heard): string =>
  `${headers.get('content-security-policy') ?? ''}; ${/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? ''}`

const KEY = /sb_publishable_[\w-]{8,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/

/** Searches the page's scripts for the public key, then those the service worker keeps. */
async function findKey(pages: string, page: Heard): Promise<string | null> {
  const worker = await hear(`${pages}/service-worker.js`).catch(() => null)
  const scripts = [page.text, worker?.text ?? ''].flatMap((text) => text.match(/assets\/[\w.-]+\.js/g) ?? [])
  for (const path of new Set(scripts)) {
    const found = KEY.exec((await hear(`${pages}/${path}`)).text)
    if (found) return found[0]
  }
  return null
}

/** Reads the API's address and key from the pages; `key` overrides. Rejects when the address does not answer. */
export async function openRunningShop(address: string, key?: string): Promise<RunningShop> {
  const pages = address.replace(/\/+$/, '')
  const page = await hear(`${pages}/`)
  const origins = /connect-src ([^;]*)/.exec(policyOf(page))?.[1]?.match(/https?:\/\/[^\s;]+/g) ?? []
  const api = origins.find((origin) => origin !== pages) ?? pages
  const known = key ?? (await findKey(pages, page)) ?? EMBEDDED_PUBLISHABLE_KEY
  return {
    ...{ pages, api, key: known, page },
    get: (path, headers = {}) => hear(`${pages}${path}`, { headers }),
    call: (method, path, { body, headers = {} } = {}) =>
      hear(`${api}${path}`, {
        method,
        headers: { apikey: known, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
