import { useIdentity } from '#account/session/identity.ts'
import { may, type StaffRole } from '#shop/people/role.ts'
import { paths, withQuery } from '#ui/paths.ts'

/** Who may see a page and what is below it, beside admins; the longest address counts. Every other page is for admins alone. */
const pages: Readonly<Record<string, readonly StaffRole[]>> = {
  [paths.adminDashboard]: ['payments'],
  [paths.adminHistory]: [],
  [paths.adminEvents]: ['events', 'payments'],
  [paths.adminNewConcert]: ['events'],
  [paths.adminPayments]: ['payments'],
  [paths.adminProofs]: [],
  [paths.adminBookings]: ['payments'],
  [paths.adminBooks]: ['payments'],
  [paths.adminBoxOffice]: ['box_office'],
  [paths.adminScan]: ['gate'],
  [paths.adminAnnouncements]: ['events'],
  [paths.adminSingers]: ['events'],
  [paths.adminLayouts]: ['events'],
  [paths.adminTickets]: ['events'],
  [paths.adminHelp]: ['events', 'payments'],
  [withQuery(paths.adminHelp, { tab: 'messages' })]: [],
}

/** Of a concert's page, by the first part of a tab's address. */
const tabs: Readonly<Record<string, readonly StaffRole[]>> = {
  tickets: ['events'],
  seats: ['events'],
  orders: ['payments'],
  guests: ['events'],
  messages: ['events'],
  settlement: ['payments'],
  share: ['events'],
  edit: ['events'],
  settings: [],
  queue: [],
  gate: [],
}

function rolesOf(to: string): readonly StaffRole[] {
  const pathname = to.replace(/[?#].*$/, '')
  // It leads on to where each role begins.
  if (pathname === paths.admin || pathname === `${paths.admin}/`) return ['events', 'payments']
  const [, tab] = /^\/admin\/events\/[^/]+\/([^/]+)/.exec(pathname) ?? []
  if (tab !== undefined) return tabs[tab] ?? []
  const page = Object.keys(pages)
    .filter((path) => to === path || pathname === path || pathname.startsWith(`${path}/`))
    .sort((one, other) => other.length - one.length)[0]
  return page === undefined ? [] : pages[page]!
}

/**
 * True when these roles may open the page at an address, with a query or without; outside the console always. For what is shown:
 * the database decides.
 */
export const mayOpen = (roles: readonly StaffRole[], to: string): boolean =>
  !to.startsWith(paths.admin) || may(roles, ...rolesOf(to))

/** Returns whether the signed-in person may open an address. */
export function useOpens(): (to: string) => boolean {
  const identity = useIdentity()
  return (to) => identity.status === 'signed-in' && mayOpen(identity.roles, to)
}
