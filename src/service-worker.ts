import { clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { BACKGROUND_SEND_TAG } from '#shop/orders/outbox/submit-order.store.ts'
import { GATE_CACHE, GATE_FILE, GATE_FILES_URL } from '#shop/gate/scanner-files.ts'
import {
  LANGUAGE_CACHE,
  LANGUAGE_FILE,
  dropOldLanguages,
  renewLanguages,
} from '#platform/device/cache/language-files.ts'
import { hasUnsent, onSubmissionSent, wakeOutbox } from '#shop/orders/outbox/outbox.store.ts'
import { openDeviceStore } from '#shop/device/engine/device-store.ts'
import { hasExpectedType, cacheChecked, precacheTypes, serveKept } from '#platform/device/cache/right-type.ts'
import { serveSeen } from '#platform/device/cache/seen-pictures.ts'
import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import { isLogoFile, LOGO_CACHE } from '#shop/settings/logo.ts'
import { isPosterFile, nearestPoster } from '#shop/catalogue/about/poster-rules.ts'
import { spokenLanguageNoted } from '#shop/people/spoken-language.store.ts'
import { syncWallet } from '#shop/tickets/wallet-sync.store.ts'
import { ALIVE_ANSWER, ALIVE_QUESTION, CLAIM, SKIP_WAITING } from '#platform/device/worker-signals.ts'
import { worker as workerHi } from '#ui/messages/hi/app/worker.ts'
import { setMessages } from '#ui/messages/messages.ts'
import { worker as workerMr } from '#ui/messages/mr/app/worker.ts'
import { notifyOfArrival, notifyOfTickets } from '#ui/browser/ticket-notification.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** Chromium fires it when the network is back, even with no tab open; missing in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

const POSTER_CACHE = 'mehfil-posters'
const MANIFEST = '/manifest.webmanifest'

/** The backend's paths and the health check are never pages, and their answers are never cached. */
const NOT_A_PAGE = [/^\/(rest|auth|storage)\/v1(\/|$)/, /^\/(healthz|robots\.txt|sitemap\.xml)$/]

cleanupOutdatedCaches()
addPlugins([precacheTypes])
// The shop's name and icons change between two versions.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === MANIFEST,
  ({ request }) => fetch(request).catch(async () => (await matchPrecache(MANIFEST)) ?? Response.error()),
)
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_A_PAGE }))
// A gate device has stored the scanner (gate/prepare/gate-files.ts); other devices fetch it.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && GATE_FILE.test(url.pathname),
  ({ request }) => serveKept(GATE_CACHE, request),
)
// A device keeps the languages chosen on it (platform/device/cache/language-files.ts).
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && LANGUAGE_FILE.test(url.pathname),
  ({ request }) => serveKept(LANGUAGE_CACHE, request),
)
// Posters that were seen stay, of this shop's server or its hosted backend.
registerRoute(
  ({ url, request }) =>
    request.destination === 'image' &&
    url.pathname.startsWith(POSTERS_AT) &&
    isPosterFile(url.pathname.slice(POSTERS_AT.length)),
  ({ request, event }) => serveSeen(POSTER_CACHE, request, nearestPoster, (work) => event.waitUntil(work)),
)
// So does the logo, apart: posters would push it out.
registerRoute(
  ({ url }) => url.pathname.startsWith(POSTERS_AT) && isLogoFile(url.pathname.slice(POSTERS_AT.length)),
  ({ request, event }) =>
    serveSeen(
      LOGO_CACHE,
      request,
      () => undefined,
      (work) => event.waitUntil(work),
    ),
)
clientsClaim()

/** Stores the new version's scanner on a gate device before the version may take over. */
async function renewGate(): Promise<void> {
  if (!(await caches.has(GATE_CACHE))) return
  const cache = await caches.open(GATE_CACHE)
  const list = await fetch(GATE_FILES_URL, { cache: 'no-cache' })
  if (!list.ok) return
  if (!hasExpectedType(list.url, list)) throw new Error(`${GATE_FILES_URL} is a ${list.headers.get('content-type')}`)
  const files = (await list.clone().json()) as string[]
  await cacheChecked(cache, files)
  await cache.put(GATE_FILES_URL, list)
}
self.addEventListener('install', (event) => event.waitUntil(Promise.all([renewGate(), renewLanguages()])))
self.addEventListener('activate', (event) => event.waitUntil(dropOldLanguages()))

// A new version takes over only on the page's message (app/update/worker-update.ts): never during payment or scanning.
let pageAlive = false
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === SKIP_WAITING) void self.skipWaiting()
  if (type === CLAIM) event.waitUntil(self.clients.claim())
  if (type === ALIVE_ANSWER) pageAlive = true
})

/** How long a visible page may take to answer before it counts as broken, in ms. */
const ANSWER_WITHIN_MS = 20_000
const ASK_EVERY_MS = 1_000

// Exception: when the visible pages of a broken version do not answer, the new one takes over by itself.
self.addEventListener('install', (event) => {
  if (self.registration.active) event.waitUntil(replaceBrokenVersion())
})

let replacing = false

async function replaceBrokenVersion(): Promise<void> {
  for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += ASK_EVERY_MS) {
    const pages = await pagesInFront()
    if (pages.length === 0) return
    for (const page of pages) page.postMessage({ type: ALIVE_QUESTION })
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS))
    if (pageAlive) return
  }
  replacing = true
  await self.skipWaiting()
}

self.addEventListener('activate', (event) => {
  if (!replacing) return
  event.waitUntil(
    self.clients.claim().then(async () => {
      // Not awaited: their pages come from this worker once it is active.
      for (const page of await pagesInFront()) page.navigate(page.url).catch(() => null)
    }),
  )
})

/** Leaves hidden pages out: a frozen one does not answer although it works. */
const pagesInFront = async (): Promise<WindowClient[]> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    (page) => page.visibilityState === 'visible' && new URL(page.url).origin === self.location.origin,
  )

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === BACKGROUND_SEND_TAG) (event as SyncEvent).waitUntil(sendAndLook())
})

/** Sends the outbox under the same lock as a page. Rejects while something is left, so that the browser retries. */
async function sendAndLook(): Promise<void> {
  // Wait for the device's own store: its stand-in in memory is empty, and the browser would not retry.
  await openDeviceStore()
  const sent: { orderId: string; orderCode: string }[] = []
  const forget = onSubmissionSent((submission) => sent.push(submission))
  // The browser reports a network: skip the outbox's wait.
  await wakeOutbox()
  forget()
  const news = await syncWallet()
  const pages = await self.clients.matchAll({ type: 'window' })
  if (!pages.some((page) => page.visibilityState === 'visible')) {
    setMessages({ en: null, hi: workerHi, mr: workerMr }[await spokenLanguageNoted()])
    for (const submission of sent) await notifyOfArrival(self.registration, submission)
    if (news.ok) await notifyOfTickets(self.registration, news.value.tickets)
  }
  if (await hasUnsent()) throw new Error('not everything has been sent')
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL((event.notification.data as string | null) ?? '/', self.location.origin).href
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (pages) => {
      const open = pages[0]
      if (!open) return self.clients.openWindow(url)
      await open.focus()
      return open.navigate(url)
    }),
  )
})
