import type { Database } from './database.ts'

/**
 * Makes the embedded backend grant everything to everyone, as it does once at its first RLS query, then restores the
 * rights that the shop means. Run it after each migration and before the first request.
 */
export async function restateRights(database: Database): Promise<void> {
  const { connection } = database as unknown as { connection: { ensureRlsContext?: () => Promise<boolean> } }
  await connection.ensureRlsContext?.()
  await database.query('select private.restate_rights()')
}
