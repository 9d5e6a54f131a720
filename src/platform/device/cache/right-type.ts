/** A static host may answer a missing script with its page and status 200 (docs/decisions/0016-versions.md). */
const TYPES: Readonly<Record<string, RegExp>> = {
  html: /^text\/html/,
  js: /^(text|application)\/(x-)?(javascript|ecmascript)/,
  css: /^text\/css/,
  svg: /^image\/svg\+xml/,
  png: /^image\/png/,
  json: /^application\/|^text\/(json|plain)/,
  webmanifest: /^application\/|^text\/(json|plain)/,
}
const NO_PAGE = /^(?!text\/html|application\/xhtml)/

/** True for a successful answer whose type fits the ending of the URL; no ending means a page. */
export function hasExpectedType(url: string, answer: Response): boolean {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : 'html'
  const type = (answer.headers.get('content-type') ?? '').trim().toLowerCase()
  return answer.ok && (TYPES[ending] ?? NO_PAGE).test(type)
}

const absolute = (url: string): string => new URL(url, globalThis.location.origin).href

/** Fetches a file, past the browser's cache if that has the wrong type. Rejects when the host's type is wrong too. */
export async function fetchChecked(url: string, cache: RequestCache = 'default'): Promise<Response> {
  const first = await fetch(url, { cache })
  if (hasExpectedType(absolute(url), first)) return first
  const second = cache === 'reload' ? first : await fetch(url, { cache: 'reload' })
  if (hasExpectedType(absolute(url), second)) return second
  throw new Error(`${url} answered ${second.status} ${second.headers.get('content-type')}`)
}

export async function cachedIfChecked(cache: Cache, url: string): Promise<Response | undefined> {
  const kept = await cache.match(url)
  return kept && hasExpectedType(absolute(url), kept) ? kept : undefined
}

/** Fetches and keeps the files not kept with the right type. Rejects when one cannot be fetched. */
export async function cacheChecked(cache: Cache, urls: Iterable<string>): Promise<void> {
  for (const url of urls) if (!(await cachedIfChecked(cache, url))) await cache.put(url, await fetchChecked(url))
}

/** Workbox puts an entry's version under this parameter. */
const REVISION = '__WB_REVISION__'

function fileOf(entry: string): string {
  const url = new URL(entry)
  url.searchParams.delete(REVISION)
  return url.href
}

async function renewed(cache: Cache, entry: string): Promise<Response | undefined> {
  const answer = await fetchChecked(fileOf(entry), 'reload').catch(() => undefined)
  if (answer) await cache.put(entry, answer.clone()).catch(() => undefined)
  return answer
}

/** Replaces entries of the wrong type where the host can; the others stay and are never served. */
export async function healCache(name: string): Promise<void> {
  if (!(await caches.has(name))) return
  const cache = await caches.open(name)
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url)
    if (kept && !hasExpectedType(url, kept)) await renewed(cache, url)
  }
}

/** Answers from a cache, else from the network. Replaces a kept answer of the wrong type. */
export async function serveKept(name: string, request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: name })
  if (!kept) return fetch(request)
  if (hasExpectedType(request.url, kept)) return kept
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

/** Workbox plugin: a wrong type fails the install, which is retried later; wrong or missing entries are refetched. */
export const precacheTypes = {
  async fetchDidSucceed({ request, response }: Asked): Promise<Response> {
    return hasExpectedType(request.url, response) ? response : fetch(request.url, { cache: 'reload' })
  },
  async cacheWillUpdate({ request, response }: Asked): Promise<Response | null> {
    return hasExpectedType(request.url, response) ? response : null
  },
  async cachedResponseWillBeUsed({ request, cacheName, cachedResponse, event }: Found): Promise<Response | null> {
    const { url } = request
    if (cachedResponse && hasExpectedType(url, cachedResponse)) return cachedResponse
    // Workbox itself fetches at an install; the host's index.html may be newer than this version.
    if (event?.type === 'install' || new URL(url).searchParams.has(REVISION)) return null
    return (await renewed(await caches.open(cacheName), url)) ?? null
  },
}
