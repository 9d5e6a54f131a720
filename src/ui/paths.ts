/** Every URL of the app: builders and the router's patterns side by side. */

const at = (base: string, id: string): string => `${base}/${encodeURIComponent(id)}`

/** A path with the given query; empty and undefined values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** Names the order in the address of checkout. */
export const ORDER_QUERY = 'order'

/** Names the ticket category whose seats are open in the address of an event. */
export const SEATS_QUERY = 'seats'

export const paths = {
  home: '/',
  events: '/events',
  event: (eventId: string) => at('/events', eventId),
  /** The same page with the seats of one category opened. */
  seats: (eventId: string, categoryId: string) => withQuery(at('/events', eventId), { [SEATS_QUERY]: categoryId }),
  concerts: '/concerts',
  cart: '/cart',
  checkout: '/checkout',
  /** One order at checkout: its payment form, or what became of the payment. */
  order: (orderId: string) => withQuery('/checkout', { [ORDER_QUERY]: orderId }),
  myTickets: '/my-tickets',
  ticket: (ticketId: string) => at('/my-tickets', ticketId),
  orders: '/orders',
  /** What was paid for one order, to print. */
  receipt: (orderId: string) => at('/orders', orderId),
  profile: '/profile',
  settings: '/settings',

  login: '/login',
  register: '/register',
  authCallback: '/auth/callback',
  resetPassword: '/reset-password',

  about: '/about',
  contact: '/contact',
  faq: '/faq',
  support: '/support',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',

  admin: '/admin',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/users',
  adminSingers: '/admin/singers',
  adminEvents: '/admin/events',
  /** How the entrance of one event goes. */
  adminEventGate: (eventId: string) => `${at('/admin/events', eventId)}/gate`,
  adminTickets: '/admin/tickets',
  adminLayouts: '/admin/layouts',
  adminBookings: '/admin/bookings',
  /** Money that customers asked back; behind Bookings in the menu. */
  adminRefunds: '/admin/bookings/refunds',
  adminPayments: '/admin/payments',
  /** Import of the bank's statement; behind Payments in the menu. */
  adminBank: '/admin/payments/bank',
  /** Who changed what; behind Dashboard in the menu. */
  adminHistory: '/admin/dashboard/history',
  adminBulkUpload: '/admin/bulk-upload',
  adminSettings: '/admin/settings',
  adminHelp: '/admin/help',
  adminScan: '/admin/scan',
} as const

/** What the router matches where a path carries an id; everything else is matched as it stands in `paths`. */
export const patterns = {
  event: '/events/:eventId',
  ticket: '/my-tickets/:ticketId',
  orders: '/orders/:orderId?',
  admin: '/admin/*',
} as const

/** True for pages of staff, which have their own theme and titles. */
export const isAdminPath = (pathname: string): boolean => pathname === paths.admin || pathname.startsWith('/admin/')

/** True for the console, which is in English whatever the shop and the gate speak. */
export const isConsolePath = (pathname: string): boolean =>
  isAdminPath(pathname) && pathname !== paths.adminScan && !pathname.startsWith(`${paths.adminScan}/`)
