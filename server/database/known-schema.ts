import type { Connection } from '@supabase/lite'

interface KnownView {
  sql?: string | undefined
}

/**
 * Reads the schema and drops the views' texts: the backend would search them with regular expressions at each request
 * for types it already has, a quarter of the server's time. Call it after migrations.
 */
export async function readSchemaOnce(connection: Connection): Promise<void> {
  await connection.clearSchemaCache()
  const known = (await connection.introspect({ useCache: true })) as unknown as { views?: KnownView[] }
  for (const view of known.views ?? []) view.sql = undefined
}
