import type { Database } from './database.ts'
import { log, nameOfError } from '../log.ts'

/** How often the clock is looked at, in milliseconds. */
const LOOK_EVERY_MS = 3600 * 1000
/** The hour of the day (IST) with the fewest sales and no open gate. */
const QUIET_HOUR = 4
const INDIA_AHEAD_MS = 5.5 * 3600 * 1000

export const isQuietHour = (now: number): boolean => new Date(now + INDIA_AHEAD_MS).getUTCHours() === QUIET_HOUR

/**
 * Tells the planner about every table that has grown by a fifth since it was last told, and frees the room of rows that
 * are gone: what autovacuum does in a PostgreSQL, and nothing does in the embedded one. One table a turn, so that
 * requests come in between. Returns their names.
 */
export async function tidyTables(database: Pick<Database, 'query' | 'run'>): Promise<string[]> {
  const grown = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_catalog.pg_class c
       join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       cross join lateral (select pg_relation_size(c.oid) / current_setting('block_size')::integer as pages) s
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
        and s.pages >= 8 and (c.reltuples < 0 or s.pages > 1.2 * c.relpages)
      order by 1`,
  )
  for (const { name } of grown) await database.run(`vacuum (analyze) ${name}`)
  return grown.map((table) => table.name)
}

/** Deletes held times, holds that ran out and orders that were never submitted, which would otherwise stay for ever. */
export async function tidySale(database: Pick<Database, 'run'>): Promise<void> {
  await database.run('select private.tidy_sale()')
}

/**
 * Tidies the sale, and tidies an embedded database, at once and every night until it is stopped; resolves when nothing
 * is under way.
 */
export function keepTidy(database: Database): () => Promise<void> {
  const tidy = async (): Promise<void> => {
    try {
      await tidySale(database)
      if (database.kind === 'embedded') await tidyTables(database)
    } catch (error) {
      log.warn(`The database could not be tidied (${nameOfError(error)}).`)
    }
  }
  let underway = tidy()
  const timer = setInterval(() => {
    if (isQuietHour(Date.now())) underway = underway.then(tidy)
  }, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await underway
  }
}

/** After a great many rows came at once: no later query is planned as if the tables were empty. */
export async function tellPlanner(database: Pick<Database, 'kind' | 'query' | 'run'>): Promise<void> {
  if (database.kind === 'embedded') await tidyTables(database)
  else await database.run('analyze')
}
