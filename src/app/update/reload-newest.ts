import { SKIP_WAITING } from '#platform/device/worker-signals.ts'
import { reloadPage } from './reloading.ts'

/** After so many milliseconds the page is loaded again as it is. */
const NEWEST_WITHIN_MS = 8_000

/** Loads the page again, with the newest version when there is one: what stopped working may be the version itself. */
export async function reloadNewest(): Promise<void> {
  const over = new Promise<void>((resolve) => setTimeout(resolve, NEWEST_WITHIN_MS))
  await Promise.race([Promise.allSettled([takeNewest(), refetchParts()]), over])
  reloadPage()
}

/**
 * Fetches each part of the app again that the browser's cache holds with the wrong type: a host that once answered its
 * page under a script's name may have told the browser to keep it for a year.
 */
async function refetchParts(): Promise<void> {
  const named = performance.getEntriesByType('resource').map(({ name }) => name)
  const parts = new Set(named.filter((name) => name.startsWith(`${location.origin}/assets/`)))
  await Promise.allSettled(
    [...parts].map(async (part) => {
      const type = (await fetch(part)).headers.get('content-type')
      if (type?.startsWith('text/html')) await fetch(part, { cache: 'reload' })
    }),
  )
}

/** Fetches the newest worker and lets it take over; resolves when it has, or when there is none. */
async function takeNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  await registration.update().catch(() => undefined)
  const next = registration.waiting ?? registration.installing
  if (!next) return
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (next.state === 'installed') next.postMessage({ type: SKIP_WAITING })
      if (next.state === 'activated' || next.state === 'redundant') resolve()
    }
    next.addEventListener('statechange', look)
    look()
  })
}
