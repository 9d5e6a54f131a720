import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { openEmbedded, type Database } from './database.ts'
import { isQuietHour, tidySale, tidyTables } from './housekeeping.ts'

const folder = tempFolder()
let database: Database

beforeAll(async () => {
  database = await openEmbedded(join(folder, 'database'))
})
afterAll(async () => database?.close())

const plannedRows = async (): Promise<number> =>
  (
    await database.query<{ rows: number }>("select reltuples::integer as rows from pg_class where relname = 'seats'")
  )[0]!.rows

test('analyzes a grown table once and frees the space of deleted rows', async () => {
  await database.run(
    'create table public.seats (id integer primary key, label text); create table public.small (id integer)',
  )
  expect(await tidyTables(database)).toEqual([])
  const fill = (from: number): Promise<void> =>
    database.run(`insert into public.seats select n, md5(n::text) from generate_series(${from}, ${from + 19_999}) as n`)
  await fill(1)
  expect(await plannedRows()).toBe(-1)
  expect(await tidyTables(database)).toEqual(['public.seats'])
  expect(await plannedRows()).toBe(20_000)
  expect(await tidyTables(database)).toEqual([])
  await database.run('delete from public.seats')
  await fill(20_001)
  expect(await tidyTables(database)).toEqual(['public.seats'])
  const pages = async () =>
    (await database.query<{ size: number }>("select pg_relation_size('public.seats')::integer as size"))[0]!.size
  const before = await pages()
  await fill(40_001)
  expect(await pages()).toBe(before)
})

test('tidies the sale by a database function, so that hosted shops can, too', async () => {
  await database.run(`
    create schema private;
    create table private.tidied (at timestamptz);
    create function private.tidy_sale() returns void language sql as 'insert into private.tidied values (now())'`)
  await tidySale(database)
  expect(await database.query('select 1 as n from private.tidied')).toEqual([{ n: 1 }])
})

test('uses the Indian night', () => {
  expect(isQuietHour(Date.parse('2026-11-22T22:45:00Z'))).toBe(true)
  expect(isQuietHour(Date.parse('2026-11-22T04:00:00Z'))).toBe(false)
  expect(isQuietHour(Date.parse('2026-11-22T04:30:00+05:30'))).toBe(true)
})
