import { SKIP_WAITING } from '#offline/worker-words.ts'
import { renewalBegins } from './renewal.ts'

/** How long a newer version is waited for before the page is loaded again as it is, in ms. */
const PATIENCE_MS = 8_000

/**
 * Loads the page again, with the newest version when there is one: what stopped working may be the version itself, and
 * nobody is in the middle of anything any more.
 */
export async function reloadNewest(): Promise<void> {
  const over = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([takeNewest().catch(() => undefined), over])
  renewalBegins()
  location.reload()
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
