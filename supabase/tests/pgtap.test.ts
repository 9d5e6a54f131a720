import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDatabase, runTap, withVariables } from './tap-runner.ts'

/** Each *.test.sql is one test; its message has every failed TAP line. `-t name` runs the files of that name. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.test.sql'))
  .sort()

/** Whatever a file did, the ledger (84-ledger.sql) says what the tables say, unless the file says that it went around the triggers. */
const booksAreSound = `
;select tests.act_as_owner(); select is((
  select string_agg(distinct format('%s %s %s', kind, account, amount), '; ') from private.ledger_faults()), null, 'The ledger is whole');`

let database: PGliteInterface

beforeAll(async () => {
  database = await buildDatabase()
})

afterAll(() => database.close())

test.each(files)('%s', async (file) => {
  const sql = readFileSync(`${folder}/${file}`, 'utf8')
  const report = await runTap(
    database,
    withVariables(sql + (sql.includes('-- Without the books: ') ? '' : booksAreSound)),
  )
  expect(report.problems.join('\n\n')).toBe('')
  expect(report.passed).toBeGreaterThan(0)
})

test('reports a broken rule and a failing statement', async () => {
  const broken = await runTap(database, `select ok(true, 'holds');\nselect is(1, 2, 'does not');\nselect 1 / 0;`)
  expect(broken.passed).toBe(1)
  expect(broken.problems).toHaveLength(2)
  expect(broken.problems[0]).toContain('not ok 2 - does not')
  expect(broken.problems[1]).toContain('division by zero')
  const silent = await runTap(database, 'select 1 as nothing;')
  expect(silent.passed).toBe(0)
})
