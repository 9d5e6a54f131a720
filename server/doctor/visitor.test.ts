import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PRIVATE_TABLES, PUBLIC_TABLES } from './visitor.ts'

test('asks about every table that the schema has', () => {
  const schema = new URL('../../supabase/schema/', import.meta.url)
  const tables = readdirSync(schema)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => [...readFileSync(new URL(name, schema), 'utf8').matchAll(/create table public\.(\w+)/g)])
    .map(([, table]) => table)
  expect([...PUBLIC_TABLES, ...PRIVATE_TABLES].toSorted()).toEqual(tables.toSorted())
})
