import type { Database } from './database.ts'

/**
 * Makes the embedded backend grant everything to everyone, as it does once at its first RLS query, then runs each
 * `private.grant_<noun>()` to restore the real privileges. Run it after each migration and before the first request.
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
