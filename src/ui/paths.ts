const at = (base: string, id: string): string => `${base}/${encodeURIComponent(id)}`

/** Returns a path with the given query; leaves out empty and undefined values. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

export const ORDER_QUERY = 'order'

export const SEATS_QUERY = 'seats'

/** The category whose waiting list is open, on an event's page. */
export const WAITING_QUERY = 'waiting'

/** A discount or access code, on an event's page. */
export const CODE_QUERY = 'code'

export const paths = {
  home: '/',
  events: '/events',
  event: (eventId: string) => at('/events', eventId),
  seats: (eventId: string, categoryId: string) => withQuery(at('/events', eventId), { [SEATS_QUERY]: categoryId }),
  waiting: (eventId: string, categoryId: string) => withQuery(at('/events', eventId), { [WAITING_QUERY]: categoryId }),
  /** Of an event. */
  queue: (eventId: string) => at('/queue', eventId),
  queueDraw: (eventId: string) => `${at('/queue', eventId)}/draw`,
  concerts: '/concerts',
  /** The key is in the fragment, which browsers send to no server. */
  preview: '/preview',
  cart: '/cart',
  checkout: '/checkout',
  order: (orderId: string) => withQuery('/checkout', { [ORDER_QUERY]: orderId }),
  myTickets: '/my-tickets',
  ticket: (ticketId: string) => at('/my-tickets', ticketId),
  /** The secret is in the fragment, which browsers send to no server. */
  ticketLink: '/ticket',
  updates: '/updates',
  orders: '/orders',
  receipt: (orderId: string) => at('/orders', orderId),
  profile: '/profile',
  settings: '/settings',

  login: '/login',
  register: '/register',
  authCallback: '/auth/callback',
  resetPassword: '/reset-password',
  invitation: '/invitation',

  about: '/about',
  contact: '/contact',
  faq: '/faq',
  support: '/support',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  accessibility: '/accessibility',
  noTricks: '/no-tricks',

  admin: '/admin',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/users',
  adminInvitations: '/admin/users/invitations',
  adminSingers: '/admin/singers',
  adminEvents: '/admin/events',
  adminNewConcert: '/admin/events/new',
  /** One concert's page; the next ones are its tabs. */
  adminEvent: (eventId: string) => at('/admin/events', eventId),
  adminEditConcert: (eventId: string) => `${at('/admin/events', eventId)}/edit`,
  /** The step of the form that has text and poster. */
  adminEventAbout: (eventId: string) => `${at('/admin/events', eventId)}/edit#about`,
  adminEventShare: (eventId: string) => `${at('/admin/events', eventId)}/share`,
  adminEventTickets: (eventId: string) => `${at('/admin/events', eventId)}/tickets`,
  adminEventOrders: (eventId: string) => `${at('/admin/events', eventId)}/orders`,
  adminEventBookings: (eventId: string) => `${at('/admin/events', eventId)}/orders/bookings`,
  adminEventMessages: (eventId: string) => `${at('/admin/events', eventId)}/messages`,
  adminEventSettings: (eventId: string) => `${at('/admin/events', eventId)}/settings`,
  adminAnnouncements: '/admin/announcements',
  adminEventGate: (eventId: string) => `${at('/admin/events', eventId)}/gate`,
  adminEventSeats: (eventId: string) => `${at('/admin/events', eventId)}/seats`,
  adminEventGuests: (eventId: string) => `${at('/admin/events', eventId)}/guests`,
  adminEventSettlement: (eventId: string) => `${at('/admin/events', eventId)}/settlement`,
  adminEventQueue: (eventId: string) => `${at('/admin/events', eventId)}/queue`,
  adminLive: '/admin/live',
  adminTickets: '/admin/tickets',
  adminLayouts: '/admin/layouts',
  adminLayout: (layoutId: string) => at('/admin/layouts', layoutId),
  adminBookings: '/admin/bookings',
  adminRefunds: '/admin/bookings/refunds',
  adminPayments: '/admin/payments',
  adminPapers: (paymentId: string) => at('/admin/payments/papers', paymentId),
  adminBank: '/admin/payments/bank',
  adminCredits: '/admin/payments/bank/credits',
  adminProofs: '/admin/payments/bank/proofs',
  adminBooks: '/admin/books',
  adminHistory: '/admin/dashboard/history',
  adminBulkUpload: '/admin/bulk-upload',
  adminSettings: '/admin/settings',
  adminTax: '/admin/settings/tax',
  adminBankSetup: '/admin/settings/bank',
  adminChecklist: '/admin/settings/checklist',
  adminCodes: '/admin/codes',
  adminHelp: '/admin/help',
  adminScan: '/admin/scan',
  adminBoxOffice: '/admin/box-office',
  adminTills: '/admin/tills',
} as const

export const patterns = {
  event: '/events/:eventId',
  /** The queue, or how its order was made. */
  queue: '/queue/:eventId/draw?',
  ticket: '/my-tickets/:ticketId',
  orders: '/orders/:orderId?',
  admin: '/admin/*',
} as const

export const isAdminPath = (pathname: string): boolean => pathname === paths.admin || pathname.startsWith('/admin/')

/** True for the console, which is always in English. */
export const isConsolePath = (pathname: string): boolean =>
  isAdminPath(pathname) && pathname !== paths.adminScan && !pathname.startsWith(`${paths.adminScan}/`)
