import { GATE_CACHE, GATE_FILES_URL } from '#shop/gate/scanner-files.ts'
import { fetchRight, keepRight, keptRight } from '#platform/device/cache/right-type.ts'
import { decoderUrls } from '../decoder/decoder.ts'

/** The scanner's own files, as the build lists them; in development there is no list, and nothing is stored. */
async function wanted(): Promise<string[] | null> {
  if (import.meta.env.DEV) return null
  const files = (await (await fetchRight(GATE_FILES_URL, 'no-cache')).json()) as string[]
  // The list may be of a newer version than the one running, which stays until its successor may take over.
  return [...new Set([...files, new URL(import.meta.url).pathname, ...decoderUrls])]
}

/**
 * Stores the scanner's code and decoder on the device, so that it starts with no network; the worker answers from there.
 * Files of earlier versions go. Rejects when something could not be fetched or stored, or has the wrong type.
 */
export async function storeGateFiles(): Promise<void> {
  const files = await wanted()
  if (!files) return
  const cache = await caches.open(GATE_CACHE)
  await keepRight(cache, files)
  await cache.put(GATE_FILES_URL, await fetchRight(GATE_FILES_URL, 'no-cache'))
  const keep = new Set([...files, GATE_FILES_URL].map((file) => new URL(file, location.origin).href))
  for (const request of await cache.keys()) if (!keep.has(request.url)) await cache.delete(request)
}

/** Whether everything the scanner needs is on the device. What starts it from there is the worker: see untilServed(). */
export async function gateFilesStored(): Promise<boolean> {
  if (import.meta.env.DEV) return true
  if (!('caches' in globalThis) || !(await caches.has(GATE_CACHE))) return false
  const cache = await caches.open(GATE_CACHE)
  const list = await keptRight(cache, GATE_FILES_URL)
  const files = list ? ((await list.json()) as string[]) : []
  if (files.length === 0) return false
  const found = await Promise.all([...files, ...decoderUrls].map((file) => keptRight(cache, file)))
  return found.every((file) => file !== undefined)
}

/** A worker that is being installed stores the whole shop first: on a slow network it takes its time. Milliseconds. */
const SERVED_WITHIN_MS = 60_000

/**
 * Whether this page is served by the worker, which starts the scanner without a network. On a first visit it is being
 * installed: then it is waited for, and `waits` is called.
 */
export async function untilServed(waits: () => void): Promise<boolean> {
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
