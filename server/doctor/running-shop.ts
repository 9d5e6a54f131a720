import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'

/** How long a running shop may take for one answer, in milliseconds: longer than any statement timeout of its database. */
const PATIENCE_MS = 20_000

export interface Heard {
  status: number
  headers: Headers
  text: string
}

/** A shop that runs somewhere, seen from outside. */
export interface RunningShop {
  /** Where its pages are; no slash at the end. */
  pages: string
  /** Where its API is; the same as `pages` unless it is hosted. */
  api: string
  /** The public key that its pages carry. */
  key: string
  /** The address's page, as a visitor gets it. */
  page: Heard
  /** Asks for a path of the pages. */
  get(path: string, headers?: Record<string, string>): Promise<Heard>
  /** Calls the API with the public key, as a visitor unless `headers` carry a sign-in; `body` is sent as JSON. */
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Heard>
}

async function hear(url: string, init: RequestInit = {}): Promise<Heard> {
  const answer = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The content security policy of a page: the header, and the `meta` element for hosts that send none. */
export const policyOf = ({ headers, text }: Heard): string =>
  `${headers.get('content-security-policy') ?? ''}; ${/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? ''}`

const KEY = /sb_publishable_[\w-]{8,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/

/** Looks for the public key in the page's scripts, then in all that the service worker keeps. */
async function findKey(pages: string, page: Heard): Promise<string | null> {
  const worker = await hear(`${pages}/service-worker.js`).catch(() => null)
  const scripts = [page.text, worker?.text ?? ''].flatMap((text) => text.match(/assets\/[\w.-]+\.js/g) ?? [])
  for (const path of new Set(scripts)) {
    const found = KEY.exec((await hear(`${pages}/${path}`)).text)
    if (found) return found[0]
  }
  return null
}

/**
 * Opens the shop at `address` for the doctor. The API's address and key are read from the pages; `key` overrules.
 * Rejects when nothing answers there.
 */
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
