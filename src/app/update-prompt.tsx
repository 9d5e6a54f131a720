import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { isBusyPage } from './busy-pages.ts'
import { renewalBegins } from './renewal.ts'

const WORKER_URL = '/service-worker.js'
/** How often a page that stays open asks for a new version. */
const CHECK_EVERY_MS = 60 * 60_000

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
    let timer: ReturnType<typeof setInterval> | undefined
    let stopped = false
    const onChange = (): void => {
      if (controlledAtLoad && !stopped) setChanged(true)
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange)
    const register = async (): Promise<void> => {
      const { Workbox } = await import('workbox-window')
      if (stopped) return
      const workbox = new Workbox(WORKER_URL)
      workbox.addEventListener('waiting', () => {
        setDismissed(false)
        setWaiting({
          accept: () => {
            renewalBegins()
            workbox.messageSkipWaiting()
          },
        })
      })
      await workbox.register()
      timer = setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS)
    }
    register().catch((reason: unknown) => console.warn('No service worker:', reason))
    return () => {
      stopped = true
      clearInterval(timer)
      navigator.serviceWorker.removeEventListener('controllerchange', onChange)
    }
  }, [controlledAtLoad])

  if (!waiting || busy || dismissed) return null
  return (
    <div
      role="status"
      className="toast-stack no-print fixed inset-x-4 z-40 flex items-center gap-3 rounded-control bg-inverse py-1 pr-1 pl-4 text-inverse-ink shadow-over desk:right-10 desk:left-auto desk:w-[360px]"
    >
      <span className="flex-1 pt-0.5">{t('app.update')}</span>
      <Button kind="bare" small onClick={waiting.accept} className="focus-visible:outline-inverse-ink">
        {t('app.update.action')}
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
