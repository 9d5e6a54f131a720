import type { Connection } from '@supabase/lite'

/** What the backend knows of a view: PostgreSQL's own types of its columns stand elsewhere in its description. */
interface KnownView {
  sql?: string | undefined
}

/**
 * Has the backend read the schema, and forget the texts of the views: at every request it would search them with
 * regular expressions for the type of every column that is no boolean, which cost a quarter of the server's time. The
 * types it needs are those PostgreSQL told it. To be called after migrations.
 */
export async function readSchemaOnce(connection: Connection): Promise<void> {
  await connection.clearSchemaCache()
  const known = (await connection.introspect({ useCache: true })) as unknown as { views?: KnownView[] }
  for (const view of known.views ?? []) view.sql = undefined
}
