import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { protocol, type PGliteInterface } from '@electric-sql/pglite'
import { describeError, makeServedDatabase } from '../journal/build.ts'

export interface TapReport {
  passed: number
  /** One text per failed assertion or statement. */
  problems: string[]
}

/** Makes the database of the migrations, with the helpers of prelude.sql. */
export async function buildDatabase(): Promise<PGliteInterface> {
  const database = await makeServedDatabase()
  await database.exec(readFileSync(fileURLToPath(new URL('./prelude.sql', import.meta.url)), 'utf8'))
  return database
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads the lines that psql would: \set name `cat file` (from the repository's root) gives :'name' that file's text. */
export function withVariables(sql: string): string {
  const values = new Map<string, string>()
  const rest = sql.replaceAll(/^\\set (\w+) `cat ([\w./-]+)`$/gm, (_, name: string, file: string) => {
    values.set(name, `'${readFileSync(root + file, 'utf8').replaceAll("'", "''")}'`)
    return ''
  })
  return rest.replaceAll(/:'(\w+)'/g, (found, name: string) => values.get(name) ?? found)
}

/** Runs a test file in a transaction that is rolled back, resets the session and reads the TAP. */
export async function runTap(database: PGliteInterface, sql: string): Promise<TapReport> {
  const before = 'begin; set local search_path = public, tap, tests, extensions; select * from no_plan();\n'
  const after = '\n;select tests.act_as_owner(); select * from finish();'
  const { lines, error } = await run(database, before + sql + after)
  await database.exec('rollback')
  // `discard all` is not allowed in a transaction.
  await database.exec('discard all')
  const report: TapReport = { passed: 0, problems: [] }
  for (const line of lines) {
    if (/^ok \d+/.test(line)) report.passed += 1
    else if (/^not ok \d+/.test(line)) report.problems.push(line)
  }
  if (error) report.problems.push(`stopped${describeError(error, sql, before.length)}`)
  return report
}

/** Returns every text of the statements up to the first failure. */
async function run(database: PGliteInterface, sql: string): Promise<{ lines: string[]; error?: unknown }> {
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
