import { ok, type Result } from '#platform/failure/failure.ts'
import { anyTable, publicBackend } from '#platform/supabase/client.ts'
import { PAGE_ROWS, readPages } from '#platform/supabase/read-pages.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { sources, type CatalogueNoun, type CatalogueRows } from './catalogue-rows.ts'

type Sources = typeof sources
type Wire<N extends CatalogueNoun> = RowOf<Sources[N]['table'], Sources[N]['columns']>
interface Source<N extends CatalogueNoun> {
  table: Sources[N]['table']
  key: string
  columns: string
  parse: (row: Wire<N>) => CatalogueRows[N]
}
/** A misspelt column, or one that its parser lacks, does not compile. */
const typed: { [N in CatalogueNoun]: Source<N> } = sources

export const tableOf = (noun: CatalogueNoun): string => sources[noun].table

/** Reads rows changed at or after `since` (ISO; null: all). `eventsFrom` skips earlier events and their categories. */
export async function readCatalogue<N extends CatalogueNoun>(
  noun: N,
  since: string | null,
  eventsFrom: string | null = null,
): Promise<Result<CatalogueRows[N][]>> {
  const { table, key, columns, parse }: Source<N> = typed[noun]
  const ofEvents = noun === 'categories' && eventsFrom !== null
  return readPages(
    async (after) => {
      const client = anyTable(await publicBackend())
      let query = client
        .from(table)
        .select<string, Wire<N>>(ofEvents ? `${columns},events!ticket_categories_event_id_fkey!inner(date)` : columns)
        .order(key)
        .limit(PAGE_ROWS)
      if (ofEvents) query = query.gte('events.date', eventsFrom)
      if (noun === 'events' && eventsFrom) query = query.gte('date', eventsFrom)
      if (since) query = query.gte('updated_at', since)
      if (after) query = query.gt(key, after)
      return query
    },
    (row) => String(row[key as keyof typeof row]),
    parse,
  )
}

/** Reads the categories of events, or the layouts of categories, regardless of when they changed. */
export async function readCatalogueOf<N extends 'categories' | 'categoryLayouts'>(
  noun: N,
  ids: string[],
): Promise<Result<CatalogueRows[N][]>> {
  const { table, key, columns, parse }: Source<N> = typed[noun]
  const rows: CatalogueRows[N][] = []
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const some = ids.slice(at, at + IDS_PER_QUERY)
    const found = await readPages(
      async (after) => {
        const client = anyTable(await publicBackend())
        let query = client.from(table).select<string, Wire<N>>(columns).order(key).limit(PAGE_ROWS)
        query = query.in(noun === 'categories' ? 'event_id' : key, some)
        if (after) query = query.gt(key, after)
        return query
      },
      (row) => String(row[key as keyof typeof row]),
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

export async function readDeleted(since: string): Promise<Result<DeletedRow[]>> {
  const tables = Object.values(sources).map((source) => source.table)
  const found: DeletedRow[] = []
  // The key is (table, id): read one table after another, each by id.
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
