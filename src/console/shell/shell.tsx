import { Outlet, useLocation } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { usePaymentCounts } from '../payments/payment-tabs.tsx'
import { useRef, useState } from 'react'
import { paths } from '#ui/paths.ts'
import { Account, ConsoleHeader, MENU_ID } from './console-header.tsx'
import { SearchButton, useSearch } from './search-button.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { useNotices, usePaymentNotices } from './notices.ts'
import { useKeydown } from '../kit/use-keydown.ts'
import { UnsavedQuestion } from '../kit/unsaved-question.tsx'
import { ForOthers } from './other-routes.tsx'
import { useOpens } from './page-roles.ts'

export function Shell() {
  const [notices] = useNotices()
  const { pathname } = useLocation()
  const opens = useOpens()
  usePaymentCounts(opens(paths.adminPayments), notices.device)
  usePaymentNotices()
  const [open, setOpen] = useState(false)
  const { show, search } = useSearch()
  const main = useRef<HTMLElement>(null)

  useKeydown(
    (event) => {
      if (event.key === 'Escape') setOpen(false)
    },
    { on: open },
  )

  return (
    <div className="safe-x min-h-dvh">
      <a
        href="#console-main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-raised focus:p-3"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to the page
      </a>
      <ConsoleHeader>
        <SearchButton onPress={show} />
      </ConsoleHeader>
      <TabBar open={open} onToggle={() => setOpen((now) => !now)} onChoose={() => setOpen(false)} />
      <div className="desk:grid desk:grid-cols-[208px_minmax(0,1fr)] print:block">
        <nav
          id={MENU_ID}
          aria-label="Admin"
          className={classes(
            'no-print border-rule bg-surface max-desk:fixed max-desk:inset-x-0 max-desk:top-[calc(56px+env(safe-area-inset-top))] max-desk:bottom-[calc(60px+env(safe-area-inset-bottom))] max-desk:z-10 desk:border-r',
            !open && 'max-desk:hidden',
          )}
        >
          <div className="flex h-full flex-col desk:sticky desk:top-14 desk:h-[calc(100dvh-56px)]">
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <SideMenu onChoose={() => setOpen(false)} />
            </div>
            <Account inMenu className="grid justify-items-start gap-1 border-t border-rule px-6 py-3" />
          </div>
        </nav>
        <main
          ref={main}
          id="console-main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-4 pb-[calc(40px+var(--bottom-bar)+env(safe-area-inset-bottom))] outline-none desk:px-8 desk:pt-6 print:p-0"
        >
          {opens(pathname) ? <Outlet /> : <ForOthers />}
          <UnsavedQuestion />
          {/* In no header: a dialog has its own. */}
          {search}
        </main>
      </div>
    </div>
  )
}
