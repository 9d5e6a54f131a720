import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupTables } from '../../src/shop/upkeep/backup.api.ts'
import { makeBackup } from '../../src/console/settings/backup-section.tsx'
import { inDatabase } from '../support/database/database.ts'
import { signInPages } from '../support/server/pages-session.ts'
import { restoreScript } from '../support/database/restore-script.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { visitor } from '../support/server/visitor.ts'

let shop: Shop
let fresh: Shop

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  fresh = await startShop({ template: 'empty' })
})

afterAll(async () => {
  await shop?.dispose()
  await fresh?.dispose()
})

interface Point {
  mark: string
  known: boolean | null
}
/** What a device asks before it syncs; `known` says whether the shop's history has the mark. */
const point = async (one: Shop, mark?: string): Promise<Point> =>
  (
    await visitor(one)
      .rpc('sync_point', mark === undefined ? {} : { p_mark: mark })
      .throwOnError()
  ).data as Point

const rowsOf = (one: Shop): Promise<Record<string, unknown[]>> =>
  inDatabase(one, async (sql) => {
    const tables: Record<string, unknown[]> = {}
    for (const [name, key] of Object.entries(backupTables)) {
      const order = key.map((column) => `t."${column}"`).join(', ')
      const rows = await sql.query<{ row: unknown }>(
        `select to_jsonb(t) as row from public.${name} t order by ${order}`,
      )
      tables[name] = rows.map(({ row }) => row)
    }
    return tables
  })

/** Devices notice a restored server without help: docs/decisions/0025-server-epoch.md. */
test('a backup of tables with more than 1,000 rows is complete, restores an empty shop, and is noticed', async () => {
  await inDatabase(shop, async (sql) => {
    await sql.query(`insert into public.credits (row_key, booked_on, amount, narration, utrs)
      select encode(sha256(n::text::bytea), 'hex'), '2026-11-01', n, 'UPI/' || n, array[lpad(n::text, 12, '4')]
      from generate_series(1, 2345) as n`)
    await sql.query(`insert into public.deleted_rows ("table", id)
      select 'events', gen_random_uuid() from generate_series(1, 2100)`)
  })
  await signInPages(shop, 'admin@demo.mehfil.example')
  const made = await makeBackup(new Date(), () => {})
  if (!made.ok) throw new Error(made.failure.message)
  const text = made.value.parts.join('')
  const file = JSON.parse(text) as { tables: Record<string, unknown[]> }

  const stored = await rowsOf(shop)
  const counts = (tables: Record<string, unknown[]>) =>
    Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
  // Pages by one and by two key columns have no gap.
  for (const name of ['credits', 'deleted_rows', 'seat_claims'])
    expect(stored[name]!.length, name).toBeGreaterThan(1_000)
  expect(counts(file.tables)).toEqual(counts(stored))

  const backedUp = await point(shop)
  await inDatabase(shop, (sql) => sql.query("update public.shop_settings set address = 'x', revision = revision"))
  const ahead = await point(shop, backedUp.mark)
  expect(ahead.known, 'the server was stopped meanwhile').toBe(true)
  expect((await point(fresh, ahead.mark)).known, 'another shop').toBe(false)

  await inDatabase(fresh, (sql) => sql.run(restoreScript(text)))
  expect((await point(fresh, backedUp.mark)).known, 'what was seen before the backup').toBe(true)
  expect((await point(fresh, ahead.mark)).known, 'what was seen after it').toBe(false)
  expect(await rowsOf(fresh)).toEqual(stored)
  const { data } = await visitor(fresh).from('events').select('id').throwOnError()
  const published = (stored.events as { published_at: string | null }[]).filter((event) => event.published_at !== null)
  expect(data.length).toBe(Math.min(1_000, published.length))
})
