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

/** Returns true for a successful answer whose type fits the ending of the URL; no ending means a page. */
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

/** Fetches and keeps the files that are not kept yet. Rejects when one cannot be fetched with the right type. */
export async function cacheChecked(cache: Cache, urls: Iterable<string>): Promise<void> {
  for (const url of urls) if (!(await cache.match(url))) await cache.put(url, await fetchChecked(url))
}

/** Answers from a cache, else from the network. */
export const serveKept = async (name: string, request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: name })) ?? fetch(request)

interface Asked {
  request: Request
  response: Response
}

/** Workbox plugin: a wrong type fails the install, which is retried later. */
export const precacheTypes = {
  async fetchDidSucceed({ request, response }: Asked): Promise<Response> {
    return hasExpectedType(request.url, response) ? response : fetch(request.url, { cache: 'reload' })
  },
  async cacheWillUpdate({ request, response }: Asked): Promise<Response | null> {
    return hasExpectedType(request.url, response) ? response : null
  },
}
