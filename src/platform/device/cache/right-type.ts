/**
 * What a file's ending may be answered with. A static host for single-page apps answers every path it lacks with its
 * page and status 200: under the name of a script that page must never be kept (docs/decisions/0024-right-types.md).
 */
const TYPES: Readonly<Record<string, RegExp>> = {
  html: /^text\/html/,
  js: /^(text|application)\/(x-)?(javascript|ecmascript)/,
  css: /^text\/css/,
  svg: /^image\/svg\+xml/,
  png: /^image\/png/,
  json: /^application\/|^text\/(json|plain)/,
  webmanifest: /^application\/|^text\/(json|plain)/,
}
/** What browsers take by its content whatever its type: anything but a page. */
const NO_PAGE = /^(?!text\/html|application\/xhtml)/

/** Whether this is a good answer with a type that fits the ending of the address; an address without one is a page. */
export function isRightType(url: string, answer: Response): boolean {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : 'html'
  const type = (answer.headers.get('content-type') ?? '').trim().toLowerCase()
  return answer.ok && (TYPES[ending] ?? NO_PAGE).test(type)
}

const absolute = (url: string): string => new URL(url, globalThis.location.origin).href

/**
 * Fetches a file of the shop. An answer of the wrong type may come from the browser's own cache, which keeps it for as
 * long as the host once said: then the host is asked anew. Rejects when its answer is wrong, too.
 */
export async function fetchRight(url: string, cache: RequestCache = 'default'): Promise<Response> {
  const first = await fetch(url, { cache })
  if (isRightType(absolute(url), first)) return first
  const second = cache === 'reload' ? first : await fetch(url, { cache: 'reload' })
  if (isRightType(absolute(url), second)) return second
  throw new Error(`${url} answered ${second.status} ${second.headers.get('content-type')}`)
}

/** The kept answer, unless it has the wrong type. */
export async function keptRight(cache: Cache, url: string): Promise<Response | undefined> {
  const kept = await cache.match(url)
  return kept && isRightType(absolute(url), kept) ? kept : undefined
}

/** Keeps each of these files, fetched unless it is kept with the right type. Rejects when one cannot be had. */
export async function keepRight(cache: Cache, urls: Iterable<string>): Promise<void> {
  for (const url of urls) if (!(await keptRight(cache, url))) await cache.put(url, await fetchRight(url))
}

/** Workbox's mark of a version in the address of an entry; the host knows the file without it. */
const REVISION = '__WB_REVISION__'

function fileOf(entry: string): string {
  const url = new URL(entry)
  url.searchParams.delete(REVISION)
  return url.href
}

/** Fetches an entry past the browser's own cache and keeps it; undefined when the host has nothing right for it now. */
async function renewed(cache: Cache, entry: string): Promise<Response | undefined> {
  const answer = await fetchRight(fileOf(entry), 'reload').catch(() => undefined)
  if (answer) await cache.put(entry, answer.clone()).catch(() => undefined)
  return answer
}

/** Replaces every entry of the wrong type that the host can replace. What it cannot stays, and is never served. */
export async function healCache(name: string): Promise<void> {
  if (!(await caches.has(name))) return
  const cache = await caches.open(name)
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url)
    if (kept && !isRightType(url, kept)) await renewed(cache, url)
  }
}

/**
 * Answers a request from a cache, or from the network when nothing is kept for it. A kept answer of the wrong type is
 * fetched and replaced instead of served.
 */
export async function serveKept(name: string, request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: name })
  if (!kept) return fetch(request)
  if (isRightType(request.url, kept)) return kept
  return (await renewed(await caches.open(name), request.url)) ?? fetch(request)
}

interface Asked {
  request: Request
  response: Response
}
interface Found {
  request: Request
  cacheName: string
  cachedResponse?: Response
  event?: Event
}

/**
 * For workbox's precache: nothing but the right type goes in, else the install fails and is tried again later while the
 * old version goes on working. An entry that is wrong or gone is fetched anew instead of served.
 */
export const precacheTypes = {
  async fetchDidSucceed({ request, response }: Asked): Promise<Response> {
    return isRightType(request.url, response) ? response : fetch(request.url, { cache: 'reload' })
  },
  async cacheWillUpdate({ request, response }: Asked): Promise<Response | null> {
    return isRightType(request.url, response) ? response : null
  },
  async cachedResponseWillBeUsed({ request, cacheName, cachedResponse, event }: Found): Promise<Response | null> {
    const { url } = request
    if (cachedResponse && isRightType(url, cachedResponse)) return cachedResponse
    // At an install workbox fetches and judges it; the newest index.html is not this version's.
    if (event?.type === 'install' || new URL(url).searchParams.has(REVISION)) return null
    return (await renewed(await caches.open(cacheName), url)) ?? null
  },
}
