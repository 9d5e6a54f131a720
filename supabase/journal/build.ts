import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PGliteInterface } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { pgtap } from '@electric-sql/pglite/pgtap'
import type { App } from '@supabase/lite'

const extensions = { pgtap, pgcrypto, pg_trgm }

/** 'migrations': what a shop goes through; 'schema': today's SQL. */
export type Source = 'migrations' | 'schema'

/** Makes a database as the product does, with the rights that the files grant. @throws naming the file and line that fail */
export async function makeDatabase(source: Source): Promise<PGliteInterface> {
  return (await build(source)).database
}

/** Makes the database of the migrations as the embedded server serves it: with its backend's grants, taken back. */
export async function makeServedDatabase(): Promise<PGliteInterface> {
  const { connection, database } = await build('migrations')
  await (connection as unknown as { ensureRlsContext(): Promise<boolean> }).ensureRlsContext()
  await database.query('select private.restate_rights()')
  return database
}

async function build(source: Source) {
  process.env.LITE_TELEMETRY = '0'
  process.env.EXPERIMENTAL_STORAGE = '1'
  const lite = await import('@supabase/lite')
  const { createPgliteConnection } = await import('@supabase/lite/pglite')
  const connection = await createPgliteConnection({ pgliteOptions: { extensions } })
  const database = connection.driver as unknown as PGliteInterface
  const app = new lite.App({
    connection,
    api: { enabled: true, schemas: ['public'] },
    storage: { enabled: true },
    auth: { enabled: true, jwt_secret: 'a secret that signs nothing in these tests' },
    options: { server: { admin: false, disableStudio: true } },
  } as unknown as ConstructorParameters<typeof App>[0])
  // The storage schema is made only for an app with storage.
  Object.assign(app, { _storageAdapter: {} })
  await app.ensureSystemSchema()

  for (const { file, text } of sqlFiles(source)) {
    try {
      await database.transaction(async (transaction) => {
        if (source === 'schema') await transaction.exec('set local check_function_bodies = off')
        await transaction.exec(text)
      })
    } catch (error) {
      const failure = error as Error & { query?: string }
      failure.message = `${file}${describeError(error, text)}`
      delete failure.query // the whole file: its words are enough
      throw failure
    }
  }
  return { connection, database }
}

/** Returns a folder's SQL files in their order. */
export function sqlFiles(source: Source): { file: string; text: string }[] {
  const folder = fileURLToPath(new URL(`../${source}/`, import.meta.url))
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((file) => ({ file, text: readFileSync(folder + file, 'utf8') }))
}

/** Returns ', line 12: message (detail)'. Errors inside functions have no line. */
export function describeError(error: unknown, text: string, offset = 0): string {
  const { message, detail, hint, position, where } = error as Record<string, string | undefined>
  const at = position ? Number(position) - offset : 0
  const line = at > 0 ? `, line ${text.slice(0, at).split('\n').length}` : ''
  return [`${line}: ${message}`, detail, hint, where].filter(Boolean).join('\n  ')
}
