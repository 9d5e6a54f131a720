import type { Database } from './database.ts'
import { log, nameOfError } from '../log.ts'

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
 * waiting lists every minute. Returns a stop function that awaits what is running. */
export function startHousekeeping(database: Database): () => Promise<void> {
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
  const endTests = async (): Promise<void> => {
    try {
      await database.run('select private.end_old_tests()')
    } catch (error) {
      log.warn(`Old test orders could not be ended (${nameOfError(error)}).`)
    }
  }
  const testsTimer = setInterval(() => {
    underway = underway.then(endTests)
  }, END_TESTS_EVERY_MS)
  const offerSeats = async (): Promise<void> => {
    try {
      await database.run('select private.work_waiting()')
    } catch (error) {
      log.warn(`Waiting lists could not be served (${nameOfError(error)}).`)
    }
  }
  // Apart from tidying, which may take longer than a minute.
  let offering = Promise.resolve()
  const offerTimer = setInterval(() => {
    offering = offering.then(offerSeats)
  }, OFFER_EVERY_MS)
  return async () => {
    clearInterval(timer)
    clearInterval(testsTimer)
    clearInterval(offerTimer)
    await Promise.all([underway, offering])
  }
}

/** Updates the planner's statistics. Call it after a bulk insert. */
export async function updateStatistics(database: Pick<Database, 'kind' | 'query' | 'run'>): Promise<void> {
  if (database.kind === 'embedded') await tidyTables(database)
  else await database.run('analyze')
}
