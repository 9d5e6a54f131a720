import { useAtomValue } from 'jotai'
import { NavLink, Outlet } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { paths } from '#ui/paths.ts'
import { paymentCountsAtom, countedText, usePaymentCounts } from '../payments/payment-tabs.tsx'
import { useRef, useState } from 'react'
import { ConsoleHeader, MENU_ID, ThemeSwitch } from './console-header.tsx'
import { useNotices, usePaymentNotices } from './notices.ts'
import { useKeydown } from '../kit/use-keydown.ts'
import { UnsavedQuestion } from '../kit/unsaved-question.tsx'

const entries = [
  { to: paths.adminDashboard, label: 'Dashboard' },
  { to: paths.adminLive, label: 'Live' },
  { to: paths.adminUsers, label: 'Users' },
  { to: paths.adminSingers, label: 'Singers' },
  { to: paths.adminEvents, label: 'Events' },
  { to: paths.adminAnnouncements, label: 'Announcements' },
  { to: paths.adminTickets, label: 'Tickets' },
  { to: paths.adminCodes, label: 'Codes' },
  { to: paths.adminLayouts, label: 'Layouts' },
  { to: paths.adminBookings, label: 'Bookings' },
  { to: paths.adminPayments, label: 'Payments' },
  { to: paths.adminBooks, label: 'Books' },
  { to: paths.adminBoxOffice, label: 'Box office' },
  { to: paths.adminTills, label: 'Tills' },
  { to: paths.adminBulkUpload, label: 'Bulk Upload' },
  { to: paths.adminSettings, label: 'Settings' },
  { to: paths.adminHelp, label: 'Help' },
  { to: paths.adminScan, label: 'Scanner' },
]

function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const pending = useAtomValue(paymentCountsAtom)?.pending
  return (
    <ul className="py-3 text-3">
      {entries.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            onClick={onChoose}
            className={({ isActive }) =>
              classes(
                'flex min-h-[38px] items-center justify-between gap-3 border-l-3 py-1 pr-5 pl-[21px] pt-1.5',
                isActive
                  ? 'border-accent bg-sunk font-strong text-ink'
                  : 'border-transparent text-muted hover:text-ink',
              )
            }
          >
            {label}
            {to === paths.adminPayments && pending ? (
              <span className="tabular-nums">
                {countedText(pending)}
                <span className="sr-only"> waiting</span>
              </span>
            ) : null}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

export function Shell() {
  const [notices] = useNotices()
  usePaymentCounts(notices.device)
  usePaymentNotices()
  const [open, setOpen] = useState(false)
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
      <ConsoleHeader menu={{ open, onToggle: () => setOpen((now) => !now) }} />
      <div className="desk:grid desk:grid-cols-[208px_minmax(0,1fr)]">
        <nav
          id={MENU_ID}
          aria-label="Admin"
          className={classes(
            'no-print border-rule bg-surface max-desk:fixed max-desk:inset-x-0 max-desk:top-14 max-desk:bottom-0 max-desk:z-10 max-desk:overflow-y-auto desk:border-r',
            !open && 'max-desk:hidden',
          )}
        >
          <div className="desk:sticky desk:top-14 desk:max-h-[calc(100dvh-56px)] desk:min-h-[calc(100dvh-56px)] desk:overflow-y-auto">
            <SideMenu onChoose={() => setOpen(false)} />
            <ThemeSwitch className="border-t border-rule px-6 py-4 desk:hidden" />
          </div>
        </nav>
        <main
          ref={main}
          id="console-main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-4 pb-10 outline-none desk:px-8 desk:pt-6 print:p-0"
        >
          <Outlet />
          <UnsavedQuestion />
        </main>
      </div>
    </div>
  )
}
