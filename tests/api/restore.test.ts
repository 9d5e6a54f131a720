import { cpSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupTables } from '../../src/shop/upkeep/backup.api.ts'
import { inDatabase } from '../support/database/database.ts'
import { restoreScript } from '../support/database/restore-script.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { visitor } from '../support/server/visitor.ts'

/** Devices must notice a restored server without help (docs/decisions/0025-server-epoch.md). */

interface Point {
  mark: string
  known: boolean | null
}
const point = async (shop: Shop, mark?: string): Promise<Point> => {
  const { data } = await visitor(shop)
    .rpc('sync_point', mark === undefined ? {} : { p_mark: mark })
    .throwOnError()
  return data as Point
}
const change = (shop: Shop) =>
  inDatabase(shop, async (sql) => {
    await sql.query("update public.shop_settings set address = coalesce(address, '') || 'x', revision = revision")
  })

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
})
afterAll(async () => {
  await shop?.dispose()
})

test('a restored copy of the data folder is noticed', async () => {
  const before = await point(shop)
  await shop.restart()
  expect(await point(shop, before.mark), 'a restart is none').toEqual({
    ...before,
    until: expect.any(String),
    known: true,
  })
  const copy = `${shop.dataDir}.backup`
  await shop.stop()
  cpSync(shop.dataDir, copy, { recursive: true })
  await shop.restart()
  await change(shop)
  const ahead = await point(shop, before.mark)
  expect(ahead.known).toBe(true)
  await shop.stop()
  rmSync(shop.dataDir, { recursive: true })
  cpSync(copy, shop.dataDir, { recursive: true })
  rmSync(copy, { recursive: true })
  await shop.restart()
  expect((await point(shop, ahead.mark)).known, 'what was seen after the backup').toBe(false)
  expect((await point(shop, before.mark)).known, 'what was seen before it').toBe(true)
  await change(shop)
  await change(shop)
  expect((await point(shop, ahead.mark)).known).toBe(false)
})

test('a JSON backup restored into an empty shop is noticed', async () => {
  const backedUp = await point(shop)
  const text = await inDatabase(shop, async (sql) => {
    const tables: Record<string, unknown[]> = {}
    for (const name of Object.keys(backupTables)) {
      const rows = await sql.query<{ row: unknown }>(`select to_jsonb(t) as row from public.${name} t`)
      tables[name] = rows.map(({ row }) => row)
    }
    return JSON.stringify({ format: 'mehfil-backup/1', tables })
  })
  await change(shop)
  const ahead = await point(shop)
  const fresh = await startShop({ template: 'empty' })
  try {
    expect((await point(fresh, ahead.mark)).known, 'another shop').toBe(false)
    await inDatabase(fresh, (sql) => sql.run(restoreScript(text)))
    expect((await point(fresh, backedUp.mark)).known).toBe(true)
    expect((await point(fresh, ahead.mark)).known).toBe(false)
  } finally {
    await fresh.dispose()
  }
})
