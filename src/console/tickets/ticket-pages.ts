import { paths } from '#ui/paths.ts'

/** The lists behind Bookings in the menu. */
export const bookingPages = [
  { to: paths.adminBookings, label: 'Bookings' },
  { to: paths.adminRefunds, label: 'Refunds' },
]
