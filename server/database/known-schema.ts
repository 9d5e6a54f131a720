import type { Connection } from '@supabase/lite'
import type { Database } from './database.ts'

interface KnownView {
  sql?: string | undefined
}

/** Reads the schema after migrations, without the views' texts: parsing them took a quarter of the server's time. */
export async function readSchemaOnce(connection: Connection): Promise<void> {
  await connection.clearSchemaCache()
  const known = (await connection.introspect({ useCache: true })) as unknown as { views?: KnownView[] }
  for (const view of known.views ?? []) view.sql = undefined
}

/**
 * Makes the embedded backend grant everything to everyone, as it does once at its first RLS query, then restores the
 * rights that the shop means. Run it after each migration and before the first request.
 */
export async function restateRights(database: Database): Promise<void> {
  const { connection } = database as unknown as { connection: { ensureRlsContext?: () => Promise<boolean> } }
  await connection.ensureRlsContext?.()
  await database.query('select private.restate_rights()')
}
