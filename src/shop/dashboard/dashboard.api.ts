import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import { from, instant, list, number, orNull, row, text, whole, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parseStats = row({
  /** The sum of approved payments. */
  revenue: toPaise,
  /** By how much the credits of their approvals fell short of it. */
  short: toPaise,
  /** Refunded and owed back. */
  back: toPaise,
  /** What is left of the revenue. */
  net: toPaise,
  totalSingers: number,
  totalEvents: number,
  upcomingEvents: number,
  /** ISO instant; null when no event is to come. */
  nextEventAt: orNull(instant),
  ticketsSold: number,
  /** Of them, without payment: given by staff, and of free ticket categories. */
  complimentaryTickets: number,
  freeTickets: number,
  /** Tickets made in the last 24 hours. */
  recentBookings: number,
  averageTicketsPerEvent: number,
  completedEvents: number,
  pendingPayments: number,
  /** ISO instant; null when no payment is pending. */
  oldestPendingAt: orNull(instant),
})
export type DashboardStats = Of<typeof parseStats>
export type Net = Pick<DashboardStats, 'revenue' | 'short' | 'back' | 'net'>

export const readDashboardStats = (): Promise<Result<DashboardStats>> => asStaff.read('dashboard_stats', {}, parseStats)

const parseDay = row({
  /** 'YYYY-MM-DD' in IST. */
  day: text,
  revenue: toPaise,
  tickets: number,
})

const parseEvent = row({
  id: from('event_id', text),
  name: whole((event: { singer_name: string; city: string }) => `${event.singer_name}, ${event.city}`),
  date: instant,
  totalTickets: number,
  ticketsSold: number,
  /** Of them complimentary or free. */
  ticketsGiven: from('given', number),
  /** Seats let in; null except on its day. */
  admitted: orNull(number),
})
export type DashboardEvent = Of<typeof parseEvent>

const parseDays = row({
  /** Every day without a gap, today last. */
  days: list(parseDay),
  events: list(parseEvent),
  refundsOwed: from('refunds_due', number),
  refundsSum: toPaise,
  unreadMessages: number,
})
export type DashboardDays = Of<typeof parseDays>

export const readDashboardDays = (): Promise<Result<DashboardDays>> => asStaff.read('dashboard_days', {}, parseDays)
