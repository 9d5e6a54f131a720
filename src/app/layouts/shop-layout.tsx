import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { t } from '#ui/messages/messages.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Header } from './header.tsx'
import { DeviceStrip, FooterContent } from '../chunks/load.ts'
import { TabBar } from './tab-bar.tsx'

export function ShopLayout() {
  const { pathname } = useLocation()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-inverse px-4 pt-3 pb-2.5 text-inverse-ink focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('app.skip')}
      </a>
      <Header />
      <Suspense>
        <DeviceStrip />
      </Suspense>
      {/* At least a screen high, so that the footer does not jump while a page loads. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-57px)] outline-none desk:min-h-[calc(100dvh-106px)]">
        <ErrorBoundary resetKey={pathname} inMain>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {/* As high before its content comes. */}
      <footer className="no-print below-fold mt-10 border-t-2 border-rule-strong pt-6 pb-[calc(40px+var(--bottom-bar)+env(safe-area-inset-bottom))] text-2 max-desk:[contain-intrinsic-block-size:auto_710px] desk:mt-18">
        <Suspense fallback={<div className="h-[570px] desk:h-[208px]" />}>
          <FooterContent />
        </Suspense>
      </footer>
      <TabBar />
    </>
  )
}

export function AuthLayout() {
  return (
    <>
      <Suspense>
        <DeviceStrip />
      </Suspense>
      <Outlet />
    </>
  )
}
