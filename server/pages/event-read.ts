import {
  byPriceDescending,
  genres,
  type CatalogueEvent,
  type Genre,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { Database } from '../database/database.ts'

interface CategoryOfRow {
  id: string
  name: string
  price: string | number
  total_tickets: number
  tickets_sold: number
  tickets_kept: number
  grid_columns: number | null
  layout_id: string | null
  layout_name: string | null
}

interface Row {
  singer_id: string
  singer: string
  city: string
  venue: string
  date: string
  previous_date: string | null
  status: string
  cancelled_reason: string | null
  genre: string | null
  categories: CategoryOfRow[] | string
}

const instant = (value: string): string => new Date(value).toISOString()

/** Reads an event's public columns; null when it does not exist. Leaves out the seats, which the device has. */
export async function readEvent(database: Database, id: string): Promise<CatalogueEvent | null> {
  const [row] = await database.query<Row>(
    `select s.id as singer_id, s.name as singer, e.city, e.venue, e.date, e.previous_date, e.status, e.cancelled_reason, e.genre,
            (select coalesce(json_agg(json_build_object(
                      'id', c.id, 'name', c.name, 'price', c.price, 'total_tickets', c.total_tickets,
                      'tickets_sold', c.tickets_sold, 'tickets_kept', c.tickets_kept, 'grid_columns', c.grid_columns,
                      'layout_id', y.id, 'layout_name', y.name)), '[]')
               from public.ticket_categories c
               left join public.ticket_category_layouts l on l.ticket_category_id = c.id
               left join public.seating_layouts y on y.id = l.seating_layout_id
              where c.event_id = e.id) as categories
       from public.events e join public.singers s on s.id = e.singer_id where e.id = $1`,
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
    categories: categories.sort(byPriceDescending),
  }
}
