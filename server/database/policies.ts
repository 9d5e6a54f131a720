import { readFileSync } from 'node:fs'
import type { Sql } from './database.ts'
import { listMigrations, migrationsFolder } from './migrations.ts'
import { StartupError } from '../startup-error.ts'

const MADE_OR_DROPPED = /^ *(create|drop) policy (?:if exists )?"([^"]+)"\s+on ([a-z_.]+)/gm

/** Returns the policies that a folder's migrations leave behind, each as 'schema.table: name'. */
export function policiesOf(folder: string): Set<string> {
  const policies = new Set<string>()
  for (const { path } of listMigrations(folder)) {
    for (const [, verb, name, table] of readFileSync(path, 'utf8').matchAll(MADE_OR_DROPPED)) {
      if (verb === 'create') policies.add(`${table}: ${name}`)
      else policies.delete(`${table}: ${name}`)
    }
  }
  return policies
}

export async function missingPolicies(database: Pick<Sql, 'query'>, folder = migrationsFolder): Promise<string[]> {
  const rows = await database.query<{ policy: string }>(
    `select schemaname || '.' || tablename || ': ' || policyname as policy from pg_catalog.pg_policies`,
  )
  const found = new Set(rows.map((row) => row.policy))
  return [...policiesOf(folder)].filter((policy) => !found.has(policy))
}

/**
 * Returns the statements that a hosted shop still needs, run as the owner of the services' tables, who the role that
 * applied the migrations was not.
 */
export async function notAttached({ query }: Pick<Sql, 'query'>): Promise<string[]> {
  const [found] = await query<{ storage: boolean; auth: boolean }>(
    `select exists (select from pg_catalog.pg_policies
              where schemaname = 'storage' and policyname = 'Only a session that has not ended') as storage,
            exists (select from pg_catalog.pg_trigger where tgname = 'keep_profile') as auth`,
  )
  return [
    ...(found?.storage ? [] : ['select private.attach_to_storage();']),
    ...(found?.auth ? [] : ['select private.attach_to_auth();']),
  ]
}

/**
 * Refuses to start when a policy is missing: a backup restored without Supabase's roles lost them. @throws
 * {StartupError} when one is missing
 */
export async function requirePolicies(database: Pick<Sql, 'query'>, folder = migrationsFolder): Promise<void> {
  const missing = await missingPolicies(database, folder)
  if (missing.length === 0) return
  throw new StartupError(
    `The database lacks ${missing.length} of its rules about who may read what, as after restoring a backup without its roles; ` +
      'restore it again into an empty database, the roles first (docs/backup.md).',
  )
}
