import type { Database } from './database.ts'
import { every, stopAll } from '../every.ts'

const LOOK_EVERY_MS = 3600 * 1000
const END_TESTS_EVERY_MS = 5 * 60 * 1000
const OFFER_EVERY_MS = 60 * 1000
/** IST; no gate is open then. */
const QUIET_HOUR = 4
const INDIA_AHEAD_MS = 5.5 * 3600 * 1000

export const isQuietHour = (now: number): boolean => new Date(now + INDIA_AHEAD_MS).getUTCHours() === QUIET_HOUR

/** Vacuums and analyzes grown tables one by one, since the embedded database has no autovacuum. Returns their names. */
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

/** Deletes past hold times, expired holds and orders that were never submitted. */
export async function tidySale(database: Pick<Database, 'run'>): Promise<void> {
  await database.run('select private.tidy_sale()')
}

/** Tidies at once and every night; the embedded tables, too. Ends old test orders every few minutes and offers freed seats to
 * waiting lists every minute. Returns a stop function. */
export function startHousekeeping(database: Database): () => Promise<void> {
  let isFirst = true
  const tidy = async (): Promise<void> => {
    if (!isFirst && !isQuietHour(Date.now())) return
    isFirst = false
    await tidySale(database)
    if (database.kind === 'embedded') await tidyTables(database)
  }
  return stopAll(
    every(LOOK_EVERY_MS, 'The database could not be tidied', tidy, { atOnce: true }),
    every(END_TESTS_EVERY_MS, 'Old test orders could not be ended', () =>
      database.run('select private.end_old_tests()'),
    ),
    every(OFFER_EVERY_MS, 'Waiting lists could not be served', () => database.run('select private.work_waiting()')),
  )
}

/** Updates the planner's statistics. Call it after a bulk insert. */
export async function updateStatistics(database: Pick<Database, 'kind' | 'query' | 'run'>): Promise<void> {
  if (database.kind === 'embedded') await tidyTables(database)
  else await database.run('analyze')
}
