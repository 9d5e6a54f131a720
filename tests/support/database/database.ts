import { join } from 'node:path'
import { openEmbedded, openPostgres, type Sql } from '../../../server/database/database.ts'
import { opensShortly } from './short-lived.ts'
import type { Shop } from '../server/shop.ts'

/**
 * Runs `work` on a shop's database, as its owner. On the embedded one it is one turn: the server answers no request
 * meanwhile. What the server keeps in memory of rows does not change by it. Opens the data folder of a shop that is stopped.
 */
export async function inDatabase<T>(shop: Shop, work: (sql: Sql) => Promise<T>): Promise<T> {
  if (shop.databaseUrl) {
    const database = await openPostgres(shop.databaseUrl)
    try {
      return await work(database)
    } finally {
      await database.close()
      if (shop.isRunning()) await shop.ask({ doubt: true })
    }
  }
  if (shop.isRunning()) {
    await shop.ask({ begin: true })
    try {
      return await work({
        query: async <Row>(text: string, params: readonly unknown[] = []) =>
          (await shop.ask({ text, params: [...params] })) as Row[],
        run: async (text) => void (await shop.ask({ text, params: null })),
      })
    } finally {
      await shop.ask({ end: true })
    }
  }
  opensShortly()
  const database = await openEmbedded(join(shop.dataDir, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
