import { iso, isoOrNull, numberOf, oneOfOrNull } from '#platform/text/wire-values.ts'
import { eventStatus, genres, type EventStatus, type Genre } from '../catalogue.ts'

export interface EventListRow {
  id: string
  singerId: string
  singerName: string
  city: string
  venue: string
  /** ISO instant */
  date: string
  previousDate: string | null
  status: EventStatus
  cancelledReason: string | null
  genre: Genre | null
  revision: number
  categories: number
  totalTickets: number
  ticketsSold: number
  /** Of them complimentary or free. */
  ticketsGiven: number
  /** ISO instants: null for a draft, and while it sells. */
  publishedAt: string | null
  pausedAt: string | null
  /** Categories at 0 rupees. */
  unpriced: number
  /** Every place is sold or kept back. */
  soldOut: boolean
  /** ISO instants of the first opening and the last end of categories with places left; null when one has no bound. */
  saleFrom: string | null
  saleUntil: string | null
  state: string | null
}

export type Publicity = 'draft' | 'paused' | 'published'

export const EVENT_COLUMNS =
  'id,singer_id,singer_name,city,venue,date,previous_date,status,cancelled_reason,genre,revision,categories,total_tickets,tickets_sold,tickets_given,published_at,paused_at,unpriced,sale_from,sale_until,is_sold_out,state'

interface EventWire {
  id: string
  singer_id: string
  singer_name: string
  city: string
  venue: string
  date: string
  previous_date: string | null
  status: string
  cancelled_reason: string | null
  genre: string | null
  revision: number
  categories: number | null
  total_tickets: number | null
  tickets_sold: number | null
  tickets_given: number | null
  published_at: string | null
  paused_at: string | null
  unpriced: number | null
  sale_from: string | null
  sale_until: string | null
  is_sold_out: boolean | null
  state: string | null
}

export const parseEvent = (row: EventWire): EventListRow => ({
  id: row.id,
  singerId: row.singer_id,
  singerName: row.singer_name,
  city: row.city,
  venue: row.venue,
  date: iso(row.date),
  previousDate: isoOrNull(row.previous_date),
  status: eventStatus(row.status),
  cancelledReason: row.cancelled_reason,
  genre: oneOfOrNull(genres, row.genre),
  revision: numberOf(row.revision),
  state: row.state,
  categories: Number(row.categories),
  totalTickets: Number(row.total_tickets),
  ticketsSold: Number(row.tickets_sold),
  ticketsGiven: Number(row.tickets_given),
  publishedAt: isoOrNull(row.published_at),
  pausedAt: isoOrNull(row.paused_at),
  unpriced: Number(row.unpriced),
  saleFrom: isoOrNull(row.sale_from),
  saleUntil: isoOrNull(row.sale_until),
  soldOut: row.is_sold_out === true,
})
