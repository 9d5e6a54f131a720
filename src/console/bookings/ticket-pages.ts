import { paths } from '#ui/paths.ts'

export const bookingPages = [
  { to: paths.adminBookings, label: 'Bookings' },
  { to: paths.adminRefunds, label: 'Refunds' },
]
