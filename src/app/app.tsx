import { Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { answerWorker } from '#platform/device/worker-signals.ts'
import { Announcer } from '#ui/announce.tsx'
import { keepInstallOffer } from '#ui/install/install-offer.ts'
import { isAdminPath } from '#ui/paths.ts'
import { applyTheme, followTheme } from '#ui/theme.ts'
import { Toasts } from '#ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import {
  DeviceLost,
  DeviceMemory,
  DeviceNews,
  LanguageKeeper,
  UpdatePrompt,
  firstAnswers,
  load,
} from './chunks/load.ts'
import { Navigation } from './page-change.tsx'
import { Router } from './router.tsx'
import { useSpokenLanguage } from './spoken-language.ts'
import { currentTerms, watchTerms } from '#shop/terms/terms.store.ts'
import { setTerms } from '#ui/terms.ts'
import { currentLook, watchLook } from '#shop/settings/shop-look.store.ts'
import { setShopLook, showAccent, showIcons } from '#ui/shop.ts'
import { openStore } from '#shop/device/store.ts'
import { hasWrittenEvent } from '#storefront/catalogue/event/written-event.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'
import '#ui/browser/history-steps.ts'

keepInstallOffer()
answerWorker()
followTheme()

/** A change of worker is a new version only when a worker served this page. */
const controlledAtLoad = import.meta.env.PROD && Boolean(navigator.serviceWorker?.controller)

export function App() {
  useEffect(start, [])
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
      <Announcer />
      <Toasts />
    </ErrorBoundary>
  )
}

/** Renders all pages again in a new language; typed text and open dialogs stay. */
function Pages() {
  useSpokenLanguage()
  useShop()
  return (
    <>
      <ThemeOfSurface />
      <Navigation />
      <Suspense>
        <DeviceLost />
      </Suspense>
      <Router />
      <Suspense>{import.meta.env.PROD && <UpdatePrompt controlledAtLoad={controlledAtLoad} />}</Suspense>
      <Suspense>
        <DeviceNews />
        <DeviceMemory />
        <LanguageKeeper />
      </Suspense>
    </>
  )
}

function ThemeOfSurface() {
  const { pathname } = useLocation()
  const scope = isAdminPath(pathname) ? 'console' : 'shop'
  useEffect(() => applyTheme(scope), [scope])
  return null
}

function useShop(): void {
  // In render, because children read them while they render.
  setTerms(useSyncExternalStore(watchTerms, currentTerms))
  const look = useSyncExternalStore(watchLook, currentLook)
  setShopLook(look)
  useLayoutEffect(() => showAccent(look.css), [look.css])
  useEffect(() => showIcons(look.logo), [look.logo])
}

const AGAIN_MS = 5000
/** Starts the sync after this time when the page is never idle, or not painted in the background. */
const IDLE_WITHIN_MS = 1500

/** True when the server wrote the event into the page: only then can the device's code load after the first frame. */
const drawn = hasWrittenEvent()
if (!drawn) {
  void openStore()
  load('sync').catch(() => undefined)
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, IDLE_WITHIN_MS)
    whenIdle(resolve, IDLE_WITHIN_MS)
  })

function start(): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const begin = async (): Promise<void> => {
    try {
      if (drawn) await idle()
      const { startSync } = await load('sync')
      // From now on index.html does not reload a page that is left and restored.
      void openStore().then(() => (document.documentElement.dataset.whole = ''))
      if (!stopped) stop = startSync()
    } catch {
      if (!stopped) timer = setTimeout(() => void begin(), AGAIN_MS)
    }
  }
  void begin()
  // On a slow network index.html draws the first visit without web fonts.
  void firstAnswers().then(() => delete document.documentElement.dataset.plain)
  return () => {
    stopped = true
    clearTimeout(timer)
    stop?.()
  }
}
