import type { Result } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { iso, isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** What is left of the revenue. */
export interface Net {
  /** The sum of approved payments. */
  revenue: Paise
  /** By how much the credits of their approvals fell short of it. */
  short: Paise
  /** Refunded and owed back. */
  back: Paise
  net: Paise
}

type NetWire = Record<keyof Net, string>

const parseNet = (wire: NetWire): Net => ({
  revenue: toPaise(wire.revenue),
  short: toPaise(wire.short),
  back: toPaise(wire.back),
  net: toPaise(wire.net),
})

/** Reads what one event earned: of a payment for several events, its part. */
export async function readEventNet(eventId: string): Promise<Result<Net>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('event_net', { p_event_id: eventId }),
  )
  return parsedJson(answer, parseNet)
}

export interface DashboardStats extends Net {
  totalSingers: number
  totalEvents: number
  upcomingEvents: number
  /** ISO instant; null when no event is to come. */
  nextEventAt: string | null
  ticketsSold: number
  /** Of them, without payment: given by staff, and of free ticket categories. */
  complimentaryTickets: number
  freeTickets: number
  /** Tickets made in the last 24 hours. */
  recentBookings: number
  averageTicketsPerEvent: number
  completedEvents: number
  pendingPayments: number
  /** ISO instant; null when no payment is pending. */
  oldestPendingAt: string | null
  /** Test orders ever sent; they are in no other figure. */
  testPayments: number
}

interface StatsWire extends NetWire {
  total_singers: number
  total_events: number
  upcoming_events: number
  next_event_at: string | null
  tickets_sold: number
  complimentary_tickets: number
  free_tickets: number
  recent_bookings: number
  average_tickets_per_event: number
  completed_events: number
  pending_payments: number
  oldest_pending_at: string | null
  test_payments: number
}

export async function readDashboardStats(): Promise<Result<DashboardStats>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('dashboard_stats'))
  return parsedJson(answer, (stats: StatsWire) => ({
    totalSingers: numberOf(stats.total_singers),
    totalEvents: numberOf(stats.total_events),
    upcomingEvents: numberOf(stats.upcoming_events),
    nextEventAt: isoOrNull(stats.next_event_at),
    ticketsSold: numberOf(stats.tickets_sold),
    complimentaryTickets: numberOf(stats.complimentary_tickets),
    freeTickets: numberOf(stats.free_tickets),
    ...parseNet(stats),
    recentBookings: numberOf(stats.recent_bookings),
    averageTicketsPerEvent: numberOf(stats.average_tickets_per_event),
    completedEvents: numberOf(stats.completed_events),
    pendingPayments: numberOf(stats.pending_payments),
    oldestPendingAt: isoOrNull(stats.oldest_pending_at),
    testPayments: numberOf(stats.test_payments ?? 0),
  }))
}

interface DashboardDay {
  /** 'YYYY-MM-DD' in IST. */
  day: string
  revenue: Paise
  tickets: number
}

export interface DashboardEvent {
  id: string
  name: string
  /** ISO instant */
  date: string
  totalTickets: number
  ticketsSold: number
  /** Of them complimentary or free. */
  ticketsGiven: number
  /** Seats let in; null except on its day. */
  admitted: number | null
}

export interface DashboardDays {
  /** Every day without a gap, today last. */
  days: DashboardDay[]
  events: DashboardEvent[]
  refundsOwed: number
  refundsSum: Paise
  unreadMessages: number
}

interface DaysWire {
  days: { day: string; revenue: number; tickets: number }[]
  events: {
    event_id: string
    singer_name: string
    city: string
    date: string
    total_tickets: number
    tickets_sold: number
    given: number
    admitted: number | null
  }[]
  refunds_due: number
  refunds_sum: number
  unread_messages: number
}

export async function readDashboardDays(): Promise<Result<DashboardDays>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('dashboard_days'))
  return parsedJson(answer, (value: DaysWire) => ({
    days: value.days.map((row) => ({
      day: row.day,
      revenue: toPaise(row.revenue),
      tickets: numberOf(row.tickets),
    })),
    events: value.events.map((row) => ({
      id: row.event_id,
      name: `${row.singer_name}, ${row.city}`,
      date: iso(row.date),
      totalTickets: numberOf(row.total_tickets),
      ticketsSold: numberOf(row.tickets_sold),
      ticketsGiven: numberOf(row.given),
      admitted: row.admitted === null ? null : numberOf(row.admitted),
    })),
    refundsOwed: numberOf(value.refunds_due),
    refundsSum: toPaise(value.refunds_sum),
    unreadMessages: numberOf(value.unread_messages),
  }))
}
