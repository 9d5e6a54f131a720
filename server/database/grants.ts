import type { Database } from './database.ts'

/**
 * The embedded backend grants everything on every table to everybody when it first meets row-level security. This
 * makes it do so now, then states the real privileges again by every `private.grant_<noun>()` that the migrations
 * define. Must run after each migration and before the first request.
 */
export async function restateGrants(database: Database): Promise<void> {
  const { connection } = database as unknown as { connection: { ensureRlsContext?: () => Promise<boolean> } }
  await connection.ensureRlsContext?.()
  const functions = await database.query<{ name: string }>(
    `select quote_ident(p.proname) as name
       from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'private' and p.proname like 'grant\\_%' and p.pronargs = 0
      order by p.proname`,
  )
  await database.transaction(async (sql) => {
    for (const { name } of functions) await sql.query(`select private.${name}()`)
  })
}
