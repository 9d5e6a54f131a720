import { iso, isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { readPhases, type Phase } from '../sale/phases.ts'
import { eventStatus, type EventStatus } from '../catalogue.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'

export interface CategoryListRow {
  id: string
  eventId: string
  singerName: string
  city: string
  venue: string
  /** ISO instant */
  date: string
  eventStatus: EventStatus
  name: string
  price: Paise
  totalTickets: number
  ticketsSold: number
  ticketsKept: number
  /** Sold ones that are complimentary or free. */
  ticketsGiven: number
  /** Sold ones that are test tickets. */
  ticketsTested: number
  held: number
  underReview: number
  gridColumns: number | null
  /** Sold by number of people, without seats to choose. */
  standing: boolean
  /** Seen and sold only with an access code. */
  hidden: boolean
  /** ISO instants; null: no bound. */
  saleFrom: string | null
  saleUntil: string | null
  revision: number
  /** The server's text, unparsed: an edit of the sold count sends it back. */
  updatedAt: string
  layout: { id: string; name: string; sections: string[] } | null
  /** The event's, for its local tax. */
  state: string | null
  /** Prices before `price`, in order. */
  phases: Phase[]
  /** Costs nothing, without a fee. */
  free: boolean
}

export const categorySorts = [
  'created_at',
  'date',
  'singer_name',
  'city',
  'name',
  'price',
  'total_tickets',
  'tickets_sold',
] as const

export const CATEGORY_COLUMNS =
  'id,event_id,singer_name,city,venue,date,event_status,name,price,total_tickets,tickets_sold,tickets_kept,tickets_given,tickets_tested,held,under_review,grid_columns,is_standing,revision,updated_at,seating_layout_id,layout_name,section_ids,sale_from,sale_until,state,phases,is_free,is_hidden'

interface CategoryWire {
  id: string
  event_id: string
  singer_name: string
  city: string
  venue: string
  date: string
  event_status: string
  name: string
  price: number
  total_tickets: number
  tickets_sold: number
  tickets_kept: number
  tickets_given: number | null
  tickets_tested: number | null
  held: number | null
  under_review: number | null
  grid_columns: number | null
  is_standing: boolean
  is_hidden: boolean
  revision: number
  updated_at: string
  seating_layout_id: string | null
  layout_name: string | null
  section_ids: string[] | null
  sale_from: string | null
  sale_until: string | null
  state: string | null
  phases: unknown
  is_free: boolean
}

export const parseCategory = (row: CategoryWire): CategoryListRow => ({
  id: row.id,
  eventId: row.event_id,
  singerName: row.singer_name,
  city: row.city,
  venue: row.venue,
  date: iso(row.date),
  eventStatus: eventStatus(row.event_status),
  name: row.name,
  price: toPaise(row.price),
  totalTickets: numberOf(row.total_tickets),
  ticketsSold: numberOf(row.tickets_sold),
  ticketsKept: numberOf(row.tickets_kept),
  ticketsGiven: Number(row.tickets_given),
  ticketsTested: Number(row.tickets_tested),
  held: Number(row.held),
  underReview: Number(row.under_review),
  gridColumns: row.grid_columns === null ? null : numberOf(row.grid_columns),
  standing: row.is_standing,
  hidden: row.is_hidden,
  saleFrom: isoOrNull(row.sale_from),
  saleUntil: isoOrNull(row.sale_until),
  revision: numberOf(row.revision),
  updatedAt: row.updated_at,
  layout: row.seating_layout_id
    ? { id: row.seating_layout_id, name: row.layout_name!, sections: row.section_ids ?? [] }
    : null,
  state: row.state,
  phases: readPhases(row.phases),
  free: row.is_free,
})
