import { toPaise } from '#shop/prices/money.ts'
import { type EventStatus, genres, type Genre, type LayoutSection } from './catalogue.ts'

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
  /** Why it was cancelled, in staff's words; missing in rows that an earlier version stored. */
  cancelledReason?: string | null
  genre: Genre | null
}
export interface CategoryRow {
  id: string
  eventId: string
  name: string
  /** Paise. */
  price: number
  totalTickets: number
  ticketsSold: number
  gridColumns: number | null
}
export interface LayoutRow {
  id: string
  name: string
  stage: string
  sections: LayoutSection[]
}
/** Which sections of which layout are a category's; its id is the category's. */
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

interface Source<T> {
  table: string
  key: string
  columns: string
  parse: (row: Raw) => T
}
// oxlint-disable-next-line no-explicit-any -- rows as they come over the wire, before parsing
type Raw = any

const isoInstant = (value: string): string => new Date(value).toISOString()

/** Table, key, columns and parser of each noun. */
export const sources: { [N in CatalogueNoun]: Source<CatalogueRows[N]> } = {
  singers: {
    table: 'singers',
    key: 'id',
    columns: 'id,name',
    parse: (row) => ({ id: row.id, name: row.name }),
  },
  events: {
    table: 'events',
    key: 'id',
    columns: 'id,singer_id,city,venue,date,previous_date,status,cancelled_reason,genre',
    parse: (row) => ({
      id: row.id,
      singerId: row.singer_id,
      city: row.city,
      venue: row.venue,
      date: isoInstant(row.date),
      previousDate: row.previous_date ? isoInstant(row.previous_date) : null,
      status: row.status === 'cancelled' ? 'cancelled' : 'scheduled',
      cancelledReason: row.cancelled_reason ?? null,
      genre: genres.includes(row.genre) ? row.genre : null,
    }),
  },
  categories: {
    table: 'ticket_categories',
    key: 'id',
    columns: 'id,event_id,name,price,total_tickets,tickets_sold,grid_columns',
    parse: (row) => ({
      id: row.id,
      eventId: row.event_id,
      name: row.name,
      price: toPaise(row.price),
      totalTickets: Number(row.total_tickets),
      ticketsSold: Number(row.tickets_sold),
      gridColumns: row.grid_columns === null ? null : Number(row.grid_columns),
    }),
  },
  layouts: {
    table: 'seating_layouts',
    key: 'id',
    columns: 'id,name,layout_data',
    parse: (row) => ({
      id: row.id,
      name: row.name,
      stage: row.layout_data?.stage ?? '',
      sections: row.layout_data?.sections ?? [],
    }),
  },
  categoryLayouts: {
    table: 'ticket_category_layouts',
    key: 'ticket_category_id',
    columns: 'ticket_category_id,seating_layout_id,section_ids',
    parse: (row) => ({
      id: row.ticket_category_id,
      layoutId: row.seating_layout_id,
      sectionCodes: row.section_ids ?? [],
    }),
  },
}
