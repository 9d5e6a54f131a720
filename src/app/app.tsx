import { Suspense, useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { answerWorker } from '#platform/device/worker-signals.ts'
import { Announcer } from '#ui/announce.tsx'
import { keepInstallOffer } from '#ui/install/install-offer.ts'
import { isAdminPath } from '#ui/paths.ts'
import { applyTheme, followTheme } from '#ui/theme.ts'
import { Toasts } from '#ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { DeviceLost, DeviceMemory, DeviceNews, LanguageKeeper, UpdatePrompt } from './chunks/load.ts'
import { Navigation } from './navigation.tsx'
import { Router } from './router.tsx'
import '#ui/browser/history-steps.ts'
import { useShopTerms } from './shop-terms.ts'
import { start } from './start.ts'
import { useSpokenLanguage } from './language/spoken-language.ts'

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
  useShopTerms()
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
