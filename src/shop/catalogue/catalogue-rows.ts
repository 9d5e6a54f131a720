import { toPaise } from '#shop/prices/money.ts'
import {
  boolean,
  from,
  instant,
  list,
  number,
  oneOfOrNull,
  orNull,
  row,
  text,
  whole,
  type Of,
} from '#platform/text/wire.ts'
import { ABOUT_COLUMNS, aboutOrNull } from './about/event-about.ts'
import { readPhases } from './sale/phases.ts'
import { eventStatus, genres, PAST_KEPT_MS } from './catalogue.ts'
import { drawingOf, type LayoutData } from '#shop/layouts/layout.ts'

const parseSinger = row({ id: text, name: text })
export type SingerRow = Of<typeof parseSinger>

/** What customers and staff read of an event. */
export const eventFields = {
  id: text,
  singerId: text,
  city: text,
  venue: text,
  /** ISO instant in UTC with milliseconds, so that text order is time order. */
  date: instant,
  previousDate: orNull(instant),
  status: eventStatus,
  cancelledReason: orNull(text),
  genre: oneOfOrNull(genres),
  /** ISO instant; null while it sells. */
  pausedAt: orNull(instant),
  /** For its local tax; null when unknown. */
  state: orNull(text),
}
const tableFields = {
  ...eventFields,
  about: whole(aboutOrNull),
  /** Each code works on one phone, which needs the network once. */
  screenOnly: boolean,
}
/** Reads a row of the table `events`, which does not say whether there is a queue. */
export const parseTableEvent = row(tableFields)
const parseEvent = row({ ...tableFields, hasQueue: boolean })
export type EventRow = Of<typeof parseEvent>

/** What customers and staff read of a category. */
export const categoryFields = {
  id: text,
  eventId: text,
  name: text,
  /** Paise, after all phases. */
  price: toPaise,
  totalTickets: number,
  ticketsSold: number,
  ticketsKept: number,
  gridColumns: orNull(number),
  /** Sold by number of people, without seats to choose. */
  standing: from('is_standing', boolean),
  /** ISO instants; null: no bound. */
  saleFrom: orNull(instant),
  saleUntil: orNull(instant),
  /** Prices before `price`, in order. */
  phases: readPhases,
  /** Costs nothing, without a fee. */
  free: from('is_free', boolean),
}
const parseCategory = row(categoryFields)
export type CategoryRow = Of<typeof parseCategory>

const parseLayoutRow = row({ id: text, name: text, drawing: from('layout_data', drawingOf) })
export interface LayoutRow extends LayoutData {
  id: string
  name: string
}
const parseLayout = (wire: Parameters<typeof parseLayoutRow>[0]): LayoutRow => {
  const { id, name, drawing } = parseLayoutRow(wire)
  return { id, name, ...drawing }
}

const parseLink = row({
  id: from('ticket_category_id', text),
  layoutId: from('seating_layout_id', text),
  sectionCodes: from('section_ids', list(text)),
})
/** `id` is the category's. */
export type CategoryLayoutRow = Of<typeof parseLink>

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

/** The columns of the table `events` that devices keep. */
export const EVENT_COLUMNS = `id,singer_id,city,venue,date,previous_date,status,cancelled_reason,genre,paused_at,screen_only,state,${ABOUT_COLUMNS}`

/** `read_catalogue` returns these columns of these tables; a test of the API compares them. */
export const sources = {
  singers: { table: 'singers', columns: 'id,name', parse: parseSinger },
  events: {
    table: 'events',
    columns: `${EVENT_COLUMNS},has_queue`,
    parse: parseEvent,
  },
  categories: {
    table: 'ticket_categories',
    columns:
      'id,event_id,name,price,total_tickets,tickets_sold,tickets_kept,grid_columns,is_standing,sale_from,sale_until,phases,is_free',
    parse: parseCategory,
  },
  layouts: { table: 'seating_layouts', columns: 'id,name,layout_data', parse: parseLayout },
  categoryLayouts: {
    table: 'ticket_category_layouts',
    columns: 'ticket_category_id,seating_layout_id,section_ids',
    parse: parseLink,
  },
} as const
/** Rows as the database answers. */
export type CatalogueWire = { [N in CatalogueNoun]: Parameters<(typeof sources)[N]['parse']>[0] }

/** Changes are read again from this long before a mark: a row is stamped before its transaction counts as writing. */
const OVERLAP_MS = 2 * 60_000

/** Returns from when changes are read after an answer that was of `until`: ISO instants. */
export const changesFrom = (until: string): string => new Date(Date.parse(until) - OVERLAP_MS).toISOString()

/** Returns from when a device keeps events: the start of a day in UTC, an ISO instant that all devices of a day ask for. */
export const eventsFromAt = (now: number): string =>
  `${new Date(now - PAST_KEPT_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
