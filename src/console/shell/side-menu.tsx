import { useAtomValue } from 'jotai'
import { NavLink } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { paths } from '#ui/paths.ts'
import { paymentCountsAtom, countedText } from '../payments/payment-counts.ts'

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
  { to: paths.adminBoxOffice, label: 'Box office' },
  { to: paths.adminTills, label: 'Tills' },
  { to: paths.adminBulkUpload, label: 'Bulk Upload' },
  { to: paths.adminSettings, label: 'Settings' },
  { to: paths.adminHelp, label: 'Help' },
  { to: paths.adminScan, label: 'Scanner' },
]

export function SideMenu({ onChoose }: { onChoose?: () => void }) {
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
