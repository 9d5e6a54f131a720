import type { Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import { boolean, from, instant, list, number, orNull, row, text, whole, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parseWeek = row({
  singers: number,
  events: number,
  completed: number,
  tickets: number,
  revenue: toPaise,
  /** Of its last 24 hours. */
  bookings: number,
})
export type Week = Of<typeof parseWeek>

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
  /** Of the pending payments: of less than 15 minutes, 1 hour, 24 hours, and older ones. */
  pendingAges: list(number),
  /** The seven days until now, and the seven before them. */
  weeks: list(parseWeek),
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

const parseDue = row({
  /** The first day of a month that is over and not closed; null for none. */
  month: orNull(text),
  hasGstin: boolean,
  /** Owed for more than seven days. */
  refunds: number,
  refundsSum: toPaise,
  /** Opened before today. */
  tills: number,
  /** Ending within seven days, and when the first does. */
  roles: number,
  rolesFrom: orNull(instant),
  invitations: number,
  invitationsFrom: orNull(instant),
})
export type Due = Of<typeof parseDue>

export const readDue = (): Promise<Result<Due>> => asStaff.read('dashboard_due', {}, parseDue)

const parseSales = row({
  singerName: text,
  city: text,
  date: instant,
  capacity: number,
  /** Tickets made by days before the concert; those that were taken back are left out. */
  days: (days: Record<string, number>) => new Map(Object.entries(days).map(([before, sold]) => [Number(before), sold])),
})
export type Sales = Of<typeof parseSales>

const parseEventSales = row({
  sales: from('this', parseSales),
  /** The last comparable concert. */
  before: orNull(parseSales),
})
export type EventSales = Of<typeof parseEventSales>

/** Reads how a concert sold, and the last one of its singer, otherwise of its venue. */
export const readEventSales = (eventId: string): Promise<Result<EventSales>> =>
  asStaff.read('event_sales', { p_event_id: eventId }, parseEventSales)
