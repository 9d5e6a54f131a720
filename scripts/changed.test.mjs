import { expect, test } from 'vitest'
import { affected, onlyFiles, sqlNames } from './changed.mjs'

const tests = [
  { layer: 'sql', file: 'supabase/tests/bank.test.sql', text: 'import_bank_rows' },
  { layer: 'sql', file: 'supabase/tests/queue.test.sql', text: 'join_queue' },
  { layer: 'api', file: 'tests/api/floods.test.ts', text: 'join_queue a bank' },
  { layer: 'races', file: 'tests/sql-races/queue.test.ts', text: 'join_queue' },
  { layer: 'screens', file: 'tests/screens/console-bank.spec.ts', text: 'staff upload a bank statement' },
  { layer: 'e2e', file: 'tests/e2e/buying.spec.ts', text: 'a visitor buys' },
]
const of = (...files) => affected(files, tests)
const chosen = (files, names) => [...affected(files, tests, names).only.values()].flat()

test('a document is formatted and linted, and starts no database and no browser', () => {
  const { layers, only } = of('docs/bank.md')
  expect(layers).toContain('format')
  expect(layers).toContain('unit')
  for (const dear of ['sql', 'races', 'api', 'screens', 'e2e', 'engines']) expect(layers).not.toContain(dear)
  expect(only.size).toBe(0)
})

test('a screen of a noun runs the stories that speak of it, and no database test', () => {
  expect(chosen(['src/console/bank/bank-route.tsx'])).toEqual(['tests/screens/console-bank.spec.ts'])
})

test('SQL runs what speaks of the changed functions, in every layer', () => {
  expect(chosen(['supabase/schema/60-sale.sql'], ['join_queue'])).toEqual(
    expect.arrayContaining([
      'supabase/tests/queue.test.sql',
      'tests/api/floods.test.ts',
      'tests/sql-races/queue.test.ts',
    ]),
  )
  expect(chosen(['supabase/schema/60-sale.sql'], ['join_queue'])).not.toContain('supabase/tests/bank.test.sql')
})

test('the statement that a line belongs to is the one that began last', () => {
  const text =
    'create table public.seats (\n  id uuid\n);\ncreate or replace function public.hold_seats()\nreturns int\nas 1;'
  expect(sqlNames(text, [2])).toEqual(['seats'])
  expect(sqlNames(text, [5, 6])).toEqual(['hold_seats'])
})

test('the files fill the time and no more; a file that changed runs whatever it costs', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({
    layer: 'screens',
    file: `tests/screens/bank-${n}.spec.ts`,
    text: 'bank',
  }))
  const story = { layer: 'e2e', file: 'tests/e2e/first-page.spec.ts', text: '' }
  const { only } = affected(['src/console/bank/bank.ts', story.file], [...many, story])
  expect(only.get('screens')).toHaveLength(10)
  expect(only.get('e2e')).toEqual([story.file])
})

test('whatever opens the shop needs its built pages', () => {
  for (const file of ['tests/e2e/buying.spec.ts', 'tests/screens/console-bank.spec.ts', 'tests/api/floods.test.ts'])
    expect(of(file).layers).toContain('build')
})

test('what all SQL tests use, or a test beside them, runs all of them', () => {
  for (const file of ['supabase/tests/prelude.sql', 'supabase/tests/backup.test.ts']) {
    const { layers, only } = of(file, 'supabase/tests/bank.test.sql')
    expect(layers).toContain('sql')
    expect(only.has('sql')).toBe(false)
  }
})

test('pgTAP files are chosen by name', () => {
  expect(onlyFiles('sql', ['supabase/tests/bank.test.sql', 'supabase/tests/queue.test.sql'])).toEqual([
    ...['pgtap', '-t', 'bank.test.sql|queue.test.sql'],
  ])
})

test('what no rule names can break everything', () => {
  expect(of('docs/architecture.md', 'package.json')).toBeNull()
  expect(of('tests/support/server/shop.ts')).toBeNull()
  expect(of('tests/support/people/customer.ts')).toBeNull()
})
