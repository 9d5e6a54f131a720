import {
  byPriceDescending,
  genres,
  type CatalogueEvent,
  type Genre,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'
import { ABOUT_COLUMNS, aboutOrNull, type AboutWire } from '#shop/catalogue/about/event-about.ts'
import { readPhases } from '#shop/catalogue/sale/phases.ts'
import type { Database, Sql } from '../database/database.ts'

interface CategoryOfRow {
  id: string
  name: string
  price: string | number
  total_tickets: number
  tickets_sold: number
  tickets_kept: number
  grid_columns: number | null
  is_standing: boolean
  sale_from: string | null
  sale_until: string | null
  phases: unknown[]
  is_free: boolean
  layout_id: string | null
  layout_name: string | null
}

interface Row extends AboutWire {
  singer_id: string
  singer: string
  city: string
  venue: string
  date: string
  previous_date: string | null
  status: string
  cancelled_reason: string | null
  genre: string | null
  paused_at: string | null
  screen_only: boolean
  no_payee: boolean
  has_queue: boolean
  state: string | null
  categories: CategoryOfRow[] | string
}

/** Lists as JSON: drivers read arrays of text in different ways. */
const ABOUT = ABOUT_COLUMNS.split(',')
  .map((column) => (column === 'line_up' || column === 'sung_in' ? `to_json(e.${column}) as ${column}` : `e.${column}`))
  .join(', ')

const listOf = (value: string[] | string | null): string[] | null =>
  typeof value === 'string' ? (JSON.parse(value) as string[]) : value

const instant = (value: string): string => new Date(value).toISOString()

/** Reads with the rights of a visitor: what the policies hide from them must not be in a page. */
export const asVisitor = <T>(database: Pick<Database, 'transaction'>, read: (sql: Sql) => Promise<T>): Promise<T> =>
  database.transaction(async (sql) => {
    await sql.query(
      `select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true), set_config('role', 'anon', true)`,
    )
    return read(sql)
  })

/** Lists the ids of all events that are no draft. */
export async function publishedEvents(database: Pick<Sql, 'query'>): Promise<string[]> {
  const rows = await database.query<{ id: string }>('select id from public.events where published_at is not null', [])
  return rows.map(({ id }) => id)
}

/** Reads an event's public columns; null when it does not exist or is a draft. Leaves out the seats, which the device has. */
export async function readEvent(database: Pick<Sql, 'query'>, id: string): Promise<CatalogueEvent | null> {
  const [row] = await database.query<Row>(
    `select s.id as singer_id, s.name as singer, e.city, e.venue, e.date, e.previous_date, e.status, e.cancelled_reason, e.genre, e.paused_at, e.screen_only, e.state,
            not exists (select from public.shop_settings p where p.upi_id is not null) as no_payee,
            e.id in (select private.events_with_queue()) as has_queue,
            ${ABOUT},
            (select coalesce(json_agg(json_build_object(
                      'id', c.id, 'name', c.name, 'price', c.price, 'total_tickets', c.total_tickets,
                      'tickets_sold', c.tickets_sold, 'tickets_kept', c.tickets_kept, 'grid_columns', c.grid_columns, 'is_standing', c.is_standing,
                      'sale_from', c.sale_from, 'sale_until', c.sale_until, 'phases', c.phases, 'is_free', c.is_free,
                      'layout_id', y.id, 'layout_name', y.name)), '[]')
               from public.ticket_categories c
               left join public.ticket_category_layouts l on l.ticket_category_id = c.id
               left join public.seating_layouts y on y.id = l.seating_layout_id
              where c.event_id = e.id) as categories
       from public.events e join public.singers s on s.id = e.singer_id where e.id = $1 and e.published_at is not null`,
    [id],
  )
  if (!row) return null
  const categories = (
    typeof row.categories === 'string' ? (JSON.parse(row.categories) as CategoryOfRow[]) : row.categories
  ).map((one): TicketCategory => ({
    id: one.id,
    eventId: id,
    name: one.name,
    price: toPaise(one.price),
    totalTickets: one.total_tickets,
    ticketsSold: one.tickets_sold,
    ticketsKept: one.tickets_kept,
    gridColumns: one.grid_columns,
    standing: one.is_standing,
    saleFrom: one.sale_from && instant(one.sale_from),
    saleUntil: one.sale_until && instant(one.sale_until),
    phases: readPhases(one.phases),
    free: one.is_free,
    layout: one.layout_id === null ? null : { id: one.layout_id, name: one.layout_name ?? '', stage: '', sections: [] },
  }))
  return {
    id,
    singer: { id: row.singer_id, name: row.singer },
    city: row.city,
    venue: row.venue,
    date: instant(row.date),
    previousDate: row.previous_date ? instant(row.previous_date) : null,
    status: row.status === 'cancelled' ? 'cancelled' : 'scheduled',
    cancelledReason: row.cancelled_reason,
    genre: genres.includes(row.genre as Genre) ? (row.genre as Genre) : null,
    about: aboutOrNull({ ...row, line_up: listOf(row.line_up), sung_in: listOf(row.sung_in) }),
    pausedAt: row.paused_at ? instant(row.paused_at) : null,
    screenOnly: row.screen_only,
    ...(row.no_payee && { noPayee: true }),
    hasQueue: row.has_queue,
    state: row.state,
    categories: categories.sort(byPriceDescending),
  }
}
