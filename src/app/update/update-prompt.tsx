import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CLAIM } from '#platform/device/worker-signals.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/app/device.ts'
import { isBusyPage } from './busy-pages.ts'
import { renewalBegins } from './renewal.ts'

const WORKER_URL = '/service-worker.js'
/** How often a page that stays open asks for a new version. */
const CHECK_EVERY_MS = 60 * 60_000
/** The first wait after an install that failed, in milliseconds: the host may still be in the middle of an upload. */
const AGAIN_AFTER_MS = 10_000

/** A page that came while the first worker took over may have been missed by it. */
function askToBeServed(): void {
  const { serviceWorker } = navigator
  void serviceWorker.ready.then(({ active }) => serviceWorker.controller ?? active?.postMessage({ type: CLAIM }))
}

interface Worker {
  accept: () => void
}

/**
 * Registers the service worker (the app mounts this once the page has loaded) and asks before a new version takes
 * over. The page reloads when the worker changes, but only if it was controlled at load (the first worker ever claims
 * the page without changing it), once, and never during checkout or scanning: then when one leaves them.
 */
export function UpdatePrompt({ controlledAtLoad }: { controlledAtLoad: boolean }) {
  const { pathname } = useLocation()
  const busy = isBusyPage(pathname)
  const [waiting, setWaiting] = useState<Worker | null>(null)
  const [changed, setChanged] = useState(false)
  const [dismissed, setDismissed] = useState(false)

  useEffect(() => {
    if (!changed || busy) return
    renewalBegins()
    location.reload()
  }, [busy, changed])

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let failures = 0
    let controlled = controlledAtLoad
    const onChange = (): void => {
      // The first worker ever claims a page that had none; from then on a change is a new version here, too.
      if (controlled && !stopped) setChanged(true)
      controlled = true
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange)
    let offered: ServiceWorker | undefined
    const askIn = (ms: number): void => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(() => void ask(true), ms)
    }
    // A new watcher each time: one notices a single version, and a first install that failed left nothing to update.
    const ask = async (again: boolean): Promise<void> => {
      askIn(CHECK_EVERY_MS)
      try {
        const { Workbox } = await import('workbox-window')
        if (stopped) return
        const workbox = new Workbox(WORKER_URL)
        let over = false
        workbox.addEventListener('installed', () => {
          over = true
          failures = 0
        })
        const failed = (): void => {
          if (over) return
          over = true
          askIn(Math.min(CHECK_EVERY_MS, AGAIN_AFTER_MS * 2 ** failures++))
        }
        workbox.addEventListener('redundant', failed)
        workbox.addEventListener('waiting', ({ sw }) => {
          // Whoever closed the offer of this version is not asked again.
          if (sw !== offered) setDismissed(false)
          offered = sw
          setWaiting({
            accept: () => {
              renewalBegins()
              workbox.messageSkipWaiting()
            },
          })
        })
        const registration = await workbox.register()
        // The watcher sees the installs that begin from now on, not the one that another page has begun.
        const installing = registration?.installing
        installing?.addEventListener('statechange', () => installing.state === 'redundant' && failed())
        askToBeServed()
        if (again && registration?.active) await workbox.update()
      } catch (reason) {
        console.warn('No service worker:', reason)
      }
    }
    void ask(false)
    return () => {
      stopped = true
      clearTimeout(timer)
      navigator.serviceWorker.removeEventListener('controllerchange', onChange)
    }
  }, [controlledAtLoad])

  if (!waiting || busy || dismissed) return null
  return (
    <div
      role="status"
      className="over-bars no-print fixed inset-x-4 z-40 flex items-center gap-3 rounded-control bg-inverse py-1 pr-1 pl-4 text-inverse-ink shadow-over desk:right-10 desk:left-auto desk:w-[360px]"
    >
      <span className="flex-1 pt-0.5">{t('device.update')}</span>
      <Button kind="bare" small onClick={waiting.accept} className="focus-visible:outline-inverse-ink">
        {t('device.update.action')}
      </Button>
      <IconButton
        label={t('common.close')}
        onClick={() => setDismissed(true)}
        className="focus-visible:outline-inverse-ink"
      >
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
