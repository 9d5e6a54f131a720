import { join } from 'node:path'
import { openEmbedded, type Sql } from '../../server/database/database.ts'
import type { Shop } from './shop.ts'

/**
 * Runs `work` on the database of a shop as its owner. The embedded database has one process: the shop is stopped for
 * that while and started again afterwards, with the same data at the same address.
 */
export async function inDatabase<T>(shop: Shop, work: (sql: Sql) => Promise<T>): Promise<T> {
  const code = await shop.stop()
  if (code !== 0) throw new Error(`The shop did not close cleanly (${code}):\n${shop.log()}`)
  const database = await openEmbedded(join(shop.dataDir, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
    await shop.restart()
  }
}
