import { CLAIM } from '#platform/device/worker-signals.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { paths } from '#ui/paths.ts'
import { noteReload } from './reloading.ts'

const WORKER_URL = '/service-worker.js'
const CHECK_EVERY_MS = 60 * 60_000
/** The first wait after a failed install (the host may be mid-upload); it doubles. */
const RETRY_AFTER_MS = 10_000

/** Pages, with those below them, where a reload could cost money or hold up a queue. */
const BUSY = [paths.checkout, paths.adminScan, paths.authCallback]

export const isBusyPage = (pathname: string): boolean =>
  BUSY.some((busy) => pathname === busy || pathname.startsWith(`${busy}/`))

export interface WorkerUpdate {
  offer: { accept: () => void; close: () => void } | null
  /** Another version serves this page: reload as soon as that interrupts nothing. */
  changed: boolean
}

/** Registers the service worker while subscribed, checks for a new version hourly and retries a failed install.
 * `controlledAtLoad`: a worker served this page, so a change of worker is a new version. */
export const workerUpdates = (controlledAtLoad: boolean): Observable<WorkerUpdate> => ({
  subscribe(next) {
    if (!('serviceWorker' in navigator)) return () => undefined
    let state: WorkerUpdate = { offer: null, changed: false }
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let failures = 0
    let closed: ServiceWorker | undefined
    const send = (change: Partial<WorkerUpdate>): void => {
      state = { ...state, ...change }
      if (!stopped) next(state)
    }

    let controlled = controlledAtLoad
    const onChange = (): void => {
      // The first worker claims an uncontrolled page; later changes are new versions.
      if (controlled) send({ changed: true })
      controlled = true
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange)

    const checkIn = (ms: number): void => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(() => void check(true), ms)
    }
    // A new Workbox each time: each notices a single version, and cannot update after a failed first install.
    const check = async (again: boolean): Promise<void> => {
      checkIn(CHECK_EVERY_MS)
      try {
        const { Workbox } = await import('workbox-window')
        if (stopped) return
        const workbox = new Workbox(WORKER_URL)
        let over = false
        workbox.addEventListener('installed', () => {
          over = true
          failures = 0
        })
        const onFailed = (): void => {
          if (over) return
          over = true
          checkIn(Math.min(CHECK_EVERY_MS, RETRY_AFTER_MS * 2 ** failures++))
        }
        workbox.addEventListener('redundant', onFailed)
        workbox.addEventListener('waiting', ({ sw }) => {
          if (sw === closed) return
          const accept = (): void => {
            noteReload()
            workbox.messageSkipWaiting()
          }
          const close = (): void => {
            closed = sw
            send({ offer: null })
          }
          send({ offer: { accept, close } })
        })
        const registration = await workbox.register()
        // Workbox misses an install that another page began.
        const installing = registration?.installing
        installing?.addEventListener('statechange', () => installing.state === 'redundant' && onFailed())
        claimPage()
        if (again && registration?.active) await workbox.update()
      } catch (reason) {
        console.warn('No service worker:', reason)
      }
    }
    void check(false)
    return () => {
      stopped = true
      clearTimeout(timer)
      navigator.serviceWorker.removeEventListener('controllerchange', onChange)
    }
  },
})

/** Claims a page that opened while the first worker took over. */
function claimPage(): void {
  const { serviceWorker } = navigator
  void serviceWorker.ready.then(({ active }) => serviceWorker.controller ?? active?.postMessage({ type: CLAIM }))
}
