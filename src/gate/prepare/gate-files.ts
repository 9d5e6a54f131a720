import { GATE_CACHE, GATE_FILES_URL } from '#shop/gate/scanner-files.ts'
import { fetchChecked, cacheChecked } from '#platform/device/cache/right-type.ts'
import { decoderUrls } from '../decoder/decoder.ts'

/** The scanner's files as the build lists them; null in development, where nothing is stored. */
async function scannerFiles(): Promise<string[] | null> {
  if (import.meta.env.DEV) return null
  const files = (await (await fetchChecked(GATE_FILES_URL, 'no-cache')).json()) as string[]
  // The list may belong to a newer version than the running one.
  return [...new Set([...files, new URL(import.meta.url).pathname, ...decoderUrls])]
}

/** Stores the scanner, deletes those of other builds. Rejects when a file cannot be fetched or stored, or has a wrong type. */
export async function storeGateFiles(): Promise<void> {
  const files = await scannerFiles()
  if (!files) return
  const cache = await caches.open(GATE_CACHE)
  await cacheChecked(cache, files)
  await cache.put(GATE_FILES_URL, await fetchChecked(GATE_FILES_URL, 'no-cache'))
  const keep = new Set([...files, GATE_FILES_URL].map((file) => new URL(file, location.origin).href))
  for (const request of await cache.keys()) if (!keep.has(request.url)) await cache.delete(request)
}

/** True when all files of the scanner are stored; `waitForWorker` says whether the worker serves them. */
export async function gateFilesStored(): Promise<boolean> {
  if (import.meta.env.DEV) return true
  if (!('caches' in globalThis) || !(await caches.has(GATE_CACHE))) return false
  const cache = await caches.open(GATE_CACHE)
  const list = await cache.match(GATE_FILES_URL)
  const files = list ? ((await list.json()) as string[]) : []
  if (files.length === 0) return false
  const found = await Promise.all([...files, ...decoderUrls].map((file) => cache.match(file)))
  return found.every((file) => file !== undefined)
}

/** The worker stores the whole shop first, which takes time on a slow network. */
const SERVED_WITHIN_MS = 60_000

/** Waits until the worker serves this page, calling `waits` if it does not yet. False when it is too late. */
export async function waitForWorker(waits: () => void): Promise<boolean> {
  if (import.meta.env.DEV) return true
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  if (!container || container.controller) return container !== null
  waits()
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, SERVED_WITHIN_MS)
  })
  return container.controller !== null
}
