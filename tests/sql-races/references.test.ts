import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import cases from '../../src/shop/payments/reference-cases.json' with { type: 'json' }
import { openPostgres } from '../../server/database/database.ts'
import { applyMigrations, listMigrations, migrationsFolder } from '../../server/database/migrations.ts'
import { startPostgres } from '../support/postgres.ts'
import { makeServiceSchemas } from '../support/service-schemas.ts'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(1)
})
afterAll(() => shop?.stop())

it('a PostgreSQL compares references as the embedded database does', async () => {
  const { sql } = shop
  const found = await sql<{ stored: string; key: string; typed: string }[]>`
    select private.normal_reference(c ->> 'sent') as stored, private.normal_reference(c ->> 'typed') as typed,
      private.reference_key(c ->> 'stored') as key
    from jsonb_array_elements(${sql.json(cases)}) with ordinality as x (c, n) order by n`
  expect(found.map((row) => ({ ...row }))).toEqual(
    cases.map(({ stored, key, hidden }, at) => ({ stored, key, typed: hidden ? '' : found[at]!.typed })),
  )
})

it('older payments with equal references keep their decision, and the first keeps the key', async () => {
  const cluster = await startPostgres()
  const earlier = mkdtempSync(join(tmpdir(), 'mehfil-earlier-'))
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  try {
    await makeServiceSchemas(cluster.url)
    const database = await openPostgres(cluster.url)
    for (const { path, version } of listMigrations(migrationsFolder))
      if (version < '20261124000400') copyFileSync(path, join(earlier, basename(path)))
    await applyMigrations(database, earlier)
    const add = (reference: string, status: string, reviewed: number | null): Promise<unknown> => sql`
      insert into public.payments (user_id, order_id, order_code, amount, transaction_id, screenshot_url, screenshot_sha256,
          status, reviewed_by, reviewed_at)
        select u, u, upper(left(u::text, 10)), 1800, ${reference}, u || '/1.png', repeat('a', 64), ${status},
          case when ${status} = 'approved' then u end, now() - make_interval(hours => ${reviewed})
        from gen_random_uuid() as u`
    await sql`set session_replication_role = replica`
    await add('640923511328', 'approved', 1)
    await add('64O923511328', 'approved', 3)
    await add('64092З511328', 'approved', 2)
    await add('REF 64O923511328', 'pending', null)
    await add('412345678901', 'approved', 4)
    await sql`reset session_replication_role`

    await applyMigrations(database)
    await database.close()
    const rows = await sql<{ transaction_id: string; reference_key: string; shares_reference: boolean | null }[]>`
      select transaction_id, reference_key, shares_reference from public.payments
      order by transaction_id collate "C"`
    expect(rows.map((row) => [row.transaction_id, row.reference_key, row.shares_reference])).toEqual([
      ['412345678901', '412345678901', null],
      ['640923511328', '640923511328', true],
      ['64092З511328', '640923511328', true],
      ['64O923511328', '640923511328', null],
      ['REF 64O923511328', '640923511328', null],
    ])
  } finally {
    await sql.end()
    await cluster.stop()
    rmSync(earlier, { recursive: true, force: true })
  }
})
