/** Files and bytes that a device keeps of pictures it has shown; the oldest go first. */
export const MAX_SEEN_FILES = 80
export const MAX_SEEN_BYTES = 12 * 1024 * 1024
/** A larger file is shown and not kept. */
export const MAX_SEEN_FILE_BYTES = 700 * 1024

/** Finds the kept URL that can stand in for one that cannot be fetched. */
export type Nearest = (url: string, kept: readonly string[]) => string | undefined

/**
 * Answers a picture whose file never changes from the cache, else from the network, and keeps it. Offline, a kept one
 * that `nearest` finds stands in. `later` gets the work that goes on after the answer.
 */
export async function serveSeen(
  name: string,
  request: Request,
  nearest: Nearest,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(name)
  const kept = await cache.match(request.url)
  if (kept) return kept
  try {
    // Not as the page asks: without its answer's type and size, nothing could be checked or counted.
    const answer = await fetch(request.url, { mode: 'cors', credentials: 'omit' })
    if (isPicture(answer)) later(keep(cache, request.url, answer.clone()).catch(() => undefined))
    return answer
  } catch (error) {
    const urls = (await cache.keys()).map(({ url }) => url)
    const standIn = nearest(request.url, urls)
    const found = standIn === undefined ? undefined : await cache.match(standIn)
    if (found) return found
    throw error
  }
}

/** Keeps a picture that the page showed before the worker answered for it; the browser has it still. */
export async function keepSeen(name: string, url: string): Promise<void> {
  const cache = await caches.open(name)
  if (await cache.match(url)) return
  const answer = await fetch(url, { mode: 'cors', credentials: 'omit' })
  if (isPicture(answer)) await keep(cache, url, answer)
}

const isPicture = (answer: Response): boolean =>
  answer.status === 200 && (answer.headers.get('content-type') ?? '').toLowerCase().startsWith('image/')

const SIZE = 'x-kept-bytes'

/** Stores a picture with its size and deletes the oldest beyond the limits. */
async function keep(cache: Cache, url: string, answer: Response): Promise<void> {
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength > MAX_SEEN_FILE_BYTES) return
  const headers = new Headers({ [SIZE]: String(bytes.byteLength) })
  headers.set('content-type', answer.headers.get('content-type') ?? '')
  await cache.put(url, new Response(bytes, { headers }))
  const requests = await cache.keys()
  let files = 0
  let total = 0
  // Newest first; a cache lists its files in the order in which they came.
  for (const request of [...requests].reverse()) {
    const size = Number((await cache.match(request))?.headers.get(SIZE) ?? MAX_SEEN_FILE_BYTES)
    files += 1
    total += size
    if (files > MAX_SEEN_FILES || total > MAX_SEEN_BYTES) await cache.delete(request)
  }
}
