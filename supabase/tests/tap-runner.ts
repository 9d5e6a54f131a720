import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { pgtap } from '@electric-sql/pglite/pgtap'
import type { App } from '@supabase/lite'

export interface TapReport {
  /** How many assertions held. */
  passed: number
  /** One text per assertion that did not hold, or per statement that failed. */
  problems: string[]
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const extensions = { pgtap, pgcrypto, pg_trgm }

/**
 * The database as the product makes it: the backend's own schemas, our migrations in their order, then the backend's
 * generous grants and ours on top of them; and the helpers of prelude.sql.
 * @returns its data folder, to be given to runTap
 * @throws when a migration fails, naming it
 */
export async function buildDatabase(): Promise<Blob> {
  process.env.LITE_TELEMETRY = '0'
  process.env.EXPERIMENTAL_STORAGE = '1'
  const lite = await import('@supabase/lite')
  const { createPgliteConnection } = await import('@supabase/lite/pglite')
  const connection = await createPgliteConnection({ pgliteOptions: { extensions } })
  const database = connection.driver
  const app = new lite.App({
    connection,
    api: { enabled: true, schemas: ['public'] },
    storage: { enabled: true },
    auth: { enabled: true, jwt_secret: 'a secret that signs nothing in these tests' },
    options: { server: { admin: false, disableStudio: true } },
  } as unknown as ConstructorParameters<typeof App>[0])
  // The storage schema is made only for an app that can store; nothing is stored here.
  Object.assign(app, { _storageAdapter: {} })
  await app.ensureSystemSchema()

  const folder = here('../migrations/')
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const text = readFileSync(folder + file, 'utf8')
    try {
      await database.transaction((transaction) => transaction.exec(text))
    } catch (error) {
      const failure = error as Error & { query?: string }
      failure.message = `${file}${describeError(error, text)}`
      delete failure.query // the whole file: its words are enough
      throw failure
    }
  }
  await (connection as unknown as { ensureRlsContext(): Promise<boolean> }).ensureRlsContext()
  const grants = await database.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.proname like 'grant\\_%' order by 1`,
  )
  for (const { name } of grants.rows) await database.query(`select ${name}`)
  await database.exec(readFileSync(here('./prelude.sql'), 'utf8'))
  const snapshot = await database.dumpDataDir('none')
  await database.close()
  return snapshot
}

/** Runs a test file against a fresh copy of the database and reads its TAP. */
export async function runTap(snapshot: Blob, sql: string): Promise<TapReport> {
  const database = await PGlite.create({ loadDataDir: snapshot, extensions })
  try {
    const before = 'begin; set local search_path = public, tap, tests, extensions; select * from no_plan();\n'
    const after = '\n;select tests.act_as_owner(); select * from finish(); rollback;'
    const { lines, error } = await run(database, before + sql + after)
    const report: TapReport = { passed: 0, problems: [] }
    for (const line of lines) {
      if (/^ok \d+/.test(line)) report.passed += 1
      else if (/^not ok \d+/.test(line)) report.problems.push(line)
    }
    if (error) report.problems.push(`stopped${describeError(error, sql, before.length)}`)
    return report
  } finally {
    await database.close()
  }
}

/** Every text that the statements returned, up to the first that failed. */
async function run(database: PGlite, sql: string): Promise<{ lines: string[]; error?: unknown }> {
  const lines: string[] = []
  const { messages } = await database.execProtocol(protocol.serialize.query(sql), { throwOnError: false })
  let error: unknown
  for (const message of messages) {
    if (message.name === 'dataRow') {
      for (const text of (message as unknown as { fields: (string | null)[] }).fields) if (text) lines.push(text)
    } else if (message.name === 'error') error = message
  }
  return { lines, error }
}

/** ', line 12: message (detail)'; the line is known for errors in the text itself, not inside functions. */
function describeError(error: unknown, text: string, offset = 0): string {
  const { message, detail, hint, position, where } = error as Record<string, string | undefined>
  const at = position ? Number(position) - offset : 0
  const line = at > 0 ? `, line ${text.slice(0, at).split('\n').length}` : ''
  return [`${line}: ${message}`, detail, hint, where].filter(Boolean).join('\n  ')
}
