import type { Genre, LayoutSection } from './catalogue.ts'
import { genres } from './catalogue.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/orders/money.ts'
import { call, parsed, type Answer } from '#platform/supabase/call.ts'
import { anyTable, publicBackend } from '#platform/supabase/client.ts'

/** Rows of one answer. Backends cut longer ones silently, so everything is read in pages. */
export const PAGE_ROWS = 1_000

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
  status: 'scheduled' | 'cancelled'
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

const sources: { [N in CatalogueNoun]: Source<CatalogueRows[N]> } = {
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

/** The database's table of a noun, as `deleted_rows` names it. */
export const tableOf = (noun: CatalogueNoun): string => sources[noun].table

/**
 * Every row of a noun that changed at or after `since` (ISO instant; null: every row), read in pages by key until an
 * empty one, so that no limit of a backend cuts anything. `eventsFrom` leaves out events that began earlier, and their
 * categories.
 */
export async function readCatalogue<N extends CatalogueNoun>(
  noun: N,
  since: string | null,
  eventsFrom: string | null = null,
): Promise<Result<CatalogueRows[N][]>> {
  const { table, key, columns, parse } = sources[noun]
  const ofEvents = noun === 'categories' && eventsFrom !== null
  return readPages(
    async (after) => {
      const client = anyTable(await publicBackend())
      let query = client
        .from(table)
        .select(ofEvents ? `${columns},events!ticket_categories_event_id_fkey!inner(date)` : columns)
        .order(key)
        .limit(PAGE_ROWS)
      if (ofEvents) query = query.gte('events.date', eventsFrom)
      if (noun === 'events' && eventsFrom) query = query.gte('date', eventsFrom)
      if (since) query = query.gte('updated_at', since)
      if (after) query = query.gt(key, after)
      return query
    },
    (row) => row[key],
    parse,
  )
}

/** Categories, or links to layouts, of these events or categories, whenever they changed. */
export async function readCatalogueOf<N extends 'categories' | 'categoryLayouts'>(
  noun: N,
  ids: string[],
): Promise<Result<CatalogueRows[N][]>> {
  const { table, key, columns, parse } = sources[noun]
  const rows: CatalogueRows[N][] = []
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const some = ids.slice(at, at + IDS_PER_QUERY)
    const found = await readPages(
      async (after) => {
        const client = anyTable(await publicBackend())
        let query = client.from(table).select(columns).order(key).limit(PAGE_ROWS)
        query = query.in(noun === 'categories' ? 'event_id' : key, some)
        if (after) query = query.gt(key, after)
        return query
      },
      (row) => row[key],
      parse,
    )
    if (!found.ok) return found
    rows.push(...found.value)
  }
  return ok(rows)
}

/** Keeps a query's URL under 8 kB. */
const IDS_PER_QUERY = 100

export interface DeletedRow {
  table: string
  id: string
}

/** What was deleted at or after `since`. */
export async function readDeleted(since: string): Promise<Result<DeletedRow[]>> {
  const tables = Object.values(sources).map((source) => source.table)
  const found: DeletedRow[] = []
  // The key is (table, id): one table after the other, each by id.
  for (const table of tables) {
    const rows = await readPages(
      async (after) => {
        const client = await publicBackend()
        let query = client.from('deleted_rows').select('table,id').eq('table', table).gte('at', since)
        if (after) query = query.gt('id', after)
        return query.order('id').limit(PAGE_ROWS)
      },
      (row) => row.id,
      (row): DeletedRow => ({ table: row.table, id: row.id }),
    )
    if (!rows.ok) return rows
    found.push(...rows.value)
  }
  return ok(found)
}

/**
 * Reads page after page until one is empty. A key that does not advance is the server's mistake, not an endless loop.
 * Not repeated on failure: whoever syncs comes again by himself, and a whole round of repeats would only add to an
 * outage.
 */
export async function readPages<T>(
  page: (after: string | null) => PromiseLike<Answer<Raw[]>>,
  keyOf: (row: Raw) => string,
  parse: (row: Raw) => T,
): Promise<Result<T[]>> {
  const rows: T[] = []
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const answer: Result<Raw[]> = await call<Raw[]>(async () => page(from))
    const some: Result<{ rows: T[]; last: string | null }> = parsed(answer, (data) => {
      if (!Array.isArray(data)) throw new TypeError('not a list')
      const last = data.length > 0 ? keyOf(data[data.length - 1]) : null
      if (last !== null && from !== null && last <= from) throw new RangeError('pages do not advance')
      return { rows: data.map(parse), last }
    })
    if (!some.ok) return some
    if (some.value.last === null) return ok(rows)
    rows.push(...some.value.rows)
    after = some.value.last
  }
}

/** Empty text where the shop has not said. */
export interface ShopSettingsRow {
  payeeName: string
  /** Empty while the shop cannot take payments. */
  upiId: string
  email: string
  phone: string
  whatsapp: string
  address: string
  gstin: string
  grievanceOfficer: string
  grievanceEmail: string
  grievancePhone: string
  socialLinks: Record<string, string>
  screenshotDays: number
}

/** The one row of settings; null while the shop has none. */
export async function readShopSettings(): Promise<Result<ShopSettingsRow | null>> {
  const answer: Result<Raw[]> = await call<Raw[]>(async () =>
    (await publicBackend()).from('shop_settings').select('*').limit(1),
  )
  return parsed(answer, (rows) => {
    const row = rows[0]
    if (!row) return null
    return {
      payeeName: row.payee_name ?? '',
      upiId: row.upi_id ?? '',
      email: row.email ?? '',
      phone: row.phone ?? '',
      whatsapp: row.whatsapp ?? '',
      address: row.address ?? '',
      gstin: row.gstin ?? '',
      grievanceOfficer: row.grievance_officer ?? '',
      grievanceEmail: row.grievance_email ?? '',
      grievancePhone: row.grievance_phone ?? '',
      socialLinks: row.social_links ?? {},
      screenshotDays: Number(row.screenshot_days ?? 30),
    }
  })
}
