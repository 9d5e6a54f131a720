import { join } from 'node:path'
import { openEmbedded, type Sql } from '../../server/database/database.ts'
import { opensShortly } from './short-lived.ts'
import type { Shop } from './shop.ts'

/** Runs `work` on a shop's database as its owner; stops the embedded server meanwhile. */
export async function inDatabase<T>(shop: Shop, work: (sql: Sql) => Promise<T>): Promise<T> {
  const code = await shop.stop()
  if (code !== 0) throw new Error(`The shop did not close cleanly (${code}):\n${shop.log()}`)
  opensShortly()
  const database = await openEmbedded(join(shop.dataDir, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
    await shop.restart()
  }
}
