import type { Result } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

export interface DashboardStats {
  totalSingers: number
  totalEvents: number
  upcomingEvents: number
  /** ISO instant of the next event that is on; null when there is none. */
  nextEventAt: string | null
  ticketsSold: number
  /** Sum of the approved payments' amounts. */
  revenue: Paise
  /** Tickets made in the last 24 hours. */
  recentBookings: number
  averageTicketsPerEvent: number
  completedEvents: number
  pendingPayments: number
  /** ISO instant; null when nothing waits. */
  oldestPendingAt: string | null
}

/** Every figure of the dashboard in one answer. */
export async function readDashboardStats(): Promise<Result<DashboardStats>> {
  // oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
  const answer = await callRead<any>(async () => (await backend({ console: true })).rpc('dashboard_stats'))
  return parsed(answer, (stats) => ({
    totalSingers: Number(stats.total_singers),
    totalEvents: Number(stats.total_events),
    upcomingEvents: Number(stats.upcoming_events),
    nextEventAt: stats.next_event_at ? new Date(stats.next_event_at).toISOString() : null,
    ticketsSold: Number(stats.tickets_sold),
    revenue: toPaise(stats.revenue),
    recentBookings: Number(stats.recent_bookings),
    averageTicketsPerEvent: Number(stats.average_tickets_per_event),
    completedEvents: Number(stats.completed_events),
    pendingPayments: Number(stats.pending_payments),
    oldestPendingAt: stats.oldest_pending_at ? new Date(stats.oldest_pending_at).toISOString() : null,
  }))
}

export interface DashboardDay {
  /** 'YYYY-MM-DD' in India. */
  day: string
  /** Payments approved on that day. */
  revenue: Paise
  /** Seats of the tickets made on that day. */
  tickets: number
}

export interface DashboardEvent {
  id: string
  name: string
  /** ISO instant */
  date: string
  totalTickets: number
  ticketsSold: number
  /** Seats let in so far; null but on its day. */
  admitted: number | null
}

export interface DashboardDays {
  /** Every day without a gap, today last. */
  days: DashboardDay[]
  /** The next ones, soonest first. */
  events: DashboardEvent[]
  refundsDue: number
  refundsSum: Paise
  unreadMessages: number
}

/** The last thirty days, the next events, and what else waits, in one answer. */
export async function readDashboardDays(): Promise<Result<DashboardDays>> {
  // oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
  type Raw = any
  const answer = await callRead<Raw>(async () => (await backend({ console: true })).rpc('dashboard_days'))
  return parsed(answer, (value) => ({
    days: value.days.map((row: Raw) => ({
      day: row.day,
      revenue: toPaise(row.revenue),
      tickets: Number(row.tickets),
    })),
    events: value.events.map((row: Raw) => ({
      id: row.event_id,
      name: `${row.singer_name}, ${row.city}`,
      date: new Date(row.date).toISOString(),
      totalTickets: Number(row.total_tickets),
      ticketsSold: Number(row.tickets_sold),
      admitted: row.admitted === null ? null : Number(row.admitted),
    })),
    refundsDue: Number(value.refunds_due),
    refundsSum: toPaise(value.refunds_sum),
    unreadMessages: Number(value.unread_messages),
  }))
}
