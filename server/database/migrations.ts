import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import { nameOfError } from '../log.ts'
import { StartupError } from '../startup-error.ts'

export const migrationsFolder = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url))

export interface Migration {
  version: string
  name: string
  path: string
}

/** Lists a folder's migrations in the order they apply. */
export function listMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .map((file) => ({ file, parts: /^(\d{14})_(.+)\.sql$/.exec(file) }))
    .flatMap(({ file, parts }) =>
      parts ? [{ version: parts[1] ?? '', name: parts[2] ?? '', path: join(folder, file) }] : [],
    )
    .sort((a, b) => a.version.localeCompare(b.version))
}

/** The Supabase CLI's own table, so that `migration list` and `db push` see what was applied here. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
  );
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
`

/** Applies missing migrations, each in a transaction. Call within `Database.alone`. @throws {StartupError} */
export async function applyMigrations(database: Database, folder = migrationsFolder): Promise<string[]> {
  await database.run(HISTORY)
  const here = listMigrations(folder)
  const rows = await database.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
  const known = new Set(here.map((migration) => migration.version))
  const newer = rows.find((row) => !known.has(row.version))
  if (newer) {
    throw new StartupError(
      `The data was made by a newer version of Mehfil (migration ${newer.version}), or by one before 1.0; ` +
        'update the program and start again, or name another DATA_DIR.',
    )
  }
  const applied = new Set(rows.map((row) => row.version))
  const done: string[] = []
  for (const migration of here) {
    if (applied.has(migration.version)) continue
    const text = readFileSync(migration.path, 'utf8')
    try {
      await database.transaction(async (sql) => {
        await sql.run(text)
        await sql.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3::text])',
          [migration.version, migration.name, text],
        )
      })
    } catch (error) {
      // Safe to show: a migration holds no personal data.
      const why = error instanceof Error ? error.message : nameOfError(error)
      throw new StartupError(`Migration ${migration.version}_${migration.name} failed: ${why}`)
    }
    done.push(migration.name)
  }
  return done
}
