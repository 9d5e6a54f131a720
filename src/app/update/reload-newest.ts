import { SKIP_WAITING } from '#platform/device/worker-signals.ts'
import { reloadPage } from './reloading.ts'

const NEWEST_WITHIN_MS = 8_000

/** Reloads with the newest version, because the running one may be broken. */
export async function reloadNewest(): Promise<void> {
  const over = new Promise<void>((resolve) => setTimeout(resolve, NEWEST_WITHIN_MS))
  await Promise.race([Promise.allSettled([takeNewest(), refetchParts()]), over])
  reloadPage()
}

/** Fetches again assets cached as HTML: a host may have answered a script's URL with its page, cached for a year. */
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
