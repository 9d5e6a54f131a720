import { toPaise } from '#shop/prices/money.ts'
import { iso, isoOrNull, oneOfOrNull, numberOf } from '#platform/text/wire-values.ts'
import { ABOUT_COLUMNS, aboutOrNull, type AboutWire, type EventAbout } from './about/event-about.ts'
import { readPhases, type Phase } from './sale/phases.ts'
import { eventStatus, type EventStatus, genres, type Genre, type LayoutData, type LayoutSection } from './catalogue.ts'

export interface SingerRow {
  id: string
  name: string
}
export interface EventRow {
  id: string
  singerId: string
  city: string
  venue: string
  /** ISO instant in UTC with milliseconds, so that text order is time order. */
  date: string
  previousDate: string | null
  status: EventStatus
  cancelledReason: string | null
  genre: Genre | null
  about: EventAbout | null
  /** ISO instant; null while it sells. */
  pausedAt: string | null
  /** Each code works on one phone, which needs the network once. */
  screenOnly: boolean
  state: string | null
}
export interface CategoryRow {
  id: string
  eventId: string
  name: string
  /** Paise, after all phases. */
  price: number
  totalTickets: number
  ticketsSold: number
  ticketsKept: number
  gridColumns: number | null
  standing: boolean
  /** ISO instants. */
  saleFrom: string | null
  saleUntil: string | null
  phases: Phase[]
  free: boolean
}
export interface LayoutRow {
  id: string
  name: string
  stage: string
  sections: LayoutSection[]
}
/** `id` is the category's. */
export interface CategoryLayoutRow {
  id: string
  layoutId: string
  sectionCodes: string[]
}

export interface CatalogueRows {
  singers: SingerRow
  events: EventRow
  categories: CategoryRow
  layouts: LayoutRow
  categoryLayouts: CategoryLayoutRow
}
export type CatalogueNoun = keyof CatalogueRows
/** In the order in which they are stored. */
export const nouns: CatalogueNoun[] = ['singers', 'layouts', 'events', 'categories', 'categoryLayouts']

export interface CatalogueWire {
  singers: { id: string; name: string }
  events: {
    id: string
    singer_id: string
    city: string
    venue: string
    date: string
    previous_date: string | null
    status: string
    cancelled_reason: string | null
    genre: string | null
    paused_at: string | null
    screen_only: boolean
    state: string | null
  } & AboutWire
  categories: {
    id: string
    event_id: string
    name: string
    price: number
    total_tickets: number
    tickets_sold: number
    tickets_kept: number
    grid_columns: number | null
    is_standing: boolean
    sale_from: string | null
    sale_until: string | null
    phases: unknown
    is_free: boolean
  }
  layouts: { id: string; name: string; layout_data: unknown }
  categoryLayouts: { ticket_category_id: string; seating_layout_id: string; section_ids: string[] }
}

/** `read_catalogue` returns these columns of these tables; a test of the API compares them. */
export const sources = {
  singers: {
    table: 'singers',
    columns: 'id,name',
    parse: (row: CatalogueWire['singers']): SingerRow => ({ id: row.id, name: row.name }),
  },
  events: {
    table: 'events',
    columns: `id,singer_id,city,venue,date,previous_date,status,cancelled_reason,genre,paused_at,screen_only,state,${ABOUT_COLUMNS}`,
    parse: (row: CatalogueWire['events']): EventRow => ({
      id: row.id,
      singerId: row.singer_id,
      city: row.city,
      venue: row.venue,
      date: iso(row.date),
      previousDate: isoOrNull(row.previous_date),
      status: eventStatus(row.status),
      cancelledReason: row.cancelled_reason,
      genre: oneOfOrNull(genres, row.genre),
      about: aboutOrNull(row),
      pausedAt: isoOrNull(row.paused_at),
      screenOnly: row.screen_only,
      state: row.state,
    }),
  },
  categories: {
    table: 'ticket_categories',
    columns:
      'id,event_id,name,price,total_tickets,tickets_sold,tickets_kept,grid_columns,is_standing,sale_from,sale_until,phases,is_free',
    parse: (row: CatalogueWire['categories']): CategoryRow => ({
      id: row.id,
      eventId: row.event_id,
      name: row.name,
      price: toPaise(row.price),
      totalTickets: numberOf(row.total_tickets),
      ticketsSold: numberOf(row.tickets_sold),
      ticketsKept: numberOf(row.tickets_kept),
      gridColumns: row.grid_columns === null ? null : numberOf(row.grid_columns),
      standing: row.is_standing,
      saleFrom: isoOrNull(row.sale_from),
      saleUntil: isoOrNull(row.sale_until),
      phases: readPhases(row.phases),
      free: row.is_free,
    }),
  },
  layouts: {
    table: 'seating_layouts',
    columns: 'id,name,layout_data',
    parse: (row: CatalogueWire['layouts']): LayoutRow => {
      const data = row.layout_data as Partial<LayoutData> | null
      return { id: row.id, name: row.name, stage: data?.stage ?? '', sections: data?.sections ?? [] }
    },
  },
  categoryLayouts: {
    table: 'ticket_category_layouts',
    columns: 'ticket_category_id,seating_layout_id,section_ids',
    parse: (row: CatalogueWire['categoryLayouts']): CategoryLayoutRow => ({
      id: row.ticket_category_id,
      layoutId: row.seating_layout_id,
      sectionCodes: row.section_ids,
    }),
  },
} as const
