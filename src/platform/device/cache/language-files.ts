import { fetchChecked, cacheChecked } from './right-type.ts'

/** Files of the kept languages, for offline use: the page stores them, the worker serves and renews them. */
export const LANGUAGE_CACHE = 'mehfil-languages'
export const LANGUAGE_FILE = /^\/assets\/(hi|mr|anek-deva-text)-/
const FILES_URL = '/language-files.json'
/** Exists only in the cache: the kept languages. */
const KEPT_URL = '/kept-languages.json'

async function keptIn(cache: Cache): Promise<string[]> {
  const kept = await cache.match(KEPT_URL)
  return kept ? ((await kept.json()) as string[]) : []
}

/** Stores a language's files and marks it as kept. Rejects when a file cannot be fetched or stored. */
export async function keepLanguage(language: string, files: readonly string[]): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(LANGUAGE_CACHE)
  await cacheChecked(cache, files)
  const kept = new Set(await keptIn(cache)).add(language)
  await cache.put(KEPT_URL, new Response(JSON.stringify([...kept])))
}

/** Stores the new version's files of every kept language. Runs in a new worker before it takes over. */
export async function renewLanguages(): Promise<void> {
  if (!(await caches.has(LANGUAGE_CACHE))) return
  const cache = await caches.open(LANGUAGE_CACHE)
  const kept = await keptIn(cache)
  const answer = await fetchChecked(FILES_URL, 'no-cache')
  const list = (await answer.json()) as Record<string, string[]>
  await cache.put(FILES_URL, new Response(JSON.stringify(list)))
  await cacheChecked(cache, new Set(kept.flatMap((language) => list[language] ?? [])))
}

/** Deletes the files of other builds. Runs in a worker that has taken over. */
export async function dropOldLanguages(): Promise<void> {
  if (!(await caches.has(LANGUAGE_CACHE))) return
  const cache = await caches.open(LANGUAGE_CACHE)
  const list = await cache.match(FILES_URL)
  if (!list) return
  const files = Object.values((await list.json()) as Record<string, string[]>).flat()
  const stays = new Set([...files, FILES_URL, KEPT_URL].map((file) => new URL(file, self.location.origin).href))
  for (const request of await cache.keys()) if (!stays.has(request.url)) await cache.delete(request)
}
