import type { IconName } from '#ui/controls/icon.tsx'
import { paths } from '#ui/paths.ts'

export interface MenuPage {
  to: string
  /** As the page's own heading or title says it. */
  label: string
}

export interface Place {
  label: string
  /** Of the phone's bar; a place without one is behind Menu there. */
  icon?: IconName
  /** A place of one page is a link to it, a place of several opens. */
  pages: readonly [MenuPage, ...MenuPage[]]
}

/** The menu's places of first rank, by what an organiser does; a phone's bar leads to the first page of each. */
export const places: readonly Place[] = [
  { label: 'Home', icon: 'home', pages: [{ to: paths.adminDashboard, label: 'Dashboard' }] },
  { label: 'Concerts', icon: 'calendar', pages: [{ to: paths.adminEvents, label: 'Events' }] },
  {
    label: 'Orders',
    icon: 'bag',
    pages: [
      { to: paths.adminPayments, label: 'Payments' },
      { to: paths.adminBookings, label: 'Bookings' },
      { to: paths.adminRefunds, label: 'Refunds' },
      { to: paths.adminBank, label: 'Bank' },
      { to: paths.adminBooks, label: 'Books' },
    ],
  },
  {
    label: 'Door',
    icon: 'ticket',
    pages: [
      { to: paths.adminBoxOffice, label: 'Box office' },
      { to: paths.adminTills, label: 'Tills' },
      { to: paths.adminScan, label: 'Scanner' },
    ],
  },
  {
    label: 'People',
    pages: [
      { to: paths.adminUsers, label: 'Users' },
      { to: paths.adminAnnouncements, label: 'Announcements' },
    ],
  },
  {
    label: 'Setup',
    pages: [
      { to: paths.adminSingers, label: 'Singers' },
      { to: paths.adminLayouts, label: 'Layouts' },
      { to: paths.adminTickets, label: 'Tickets' },
      { to: paths.adminCodes, label: 'Codes' },
      { to: paths.adminTax, label: 'Tax and fee' },
      { to: paths.adminBulkUpload, label: 'Bulk Upload' },
      { to: paths.adminSettings, label: 'Settings' },
      { to: paths.adminLive, label: 'Live' },
      { to: paths.adminHistory, label: 'History' },
      { to: paths.adminHelp, label: 'Help' },
    ],
  },
]

const all = places.flatMap(({ label, pages }) => pages.map(({ to }) => ({ place: label, to })))

/** Returns the places that have a page which `opens`, each with those pages alone. */
export const placesOf = (opens: (to: string) => boolean): Place[] =>
  places.flatMap((place) => {
    const [first, ...more] = place.pages.filter(({ to }) => opens(to))
    return first ? [{ ...place, pages: [first, ...more] }] : []
  })

/** Returns the menu's page that an address is or is below, and its place; undefined for an address of none. */
export const currentOf = (pathname: string): { place: string; to: string } | undefined =>
  all
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((one, other) => other.to.length - one.to.length)[0]
