import { join } from 'node:path'
import { openEmbedded, openPostgres, type Database } from '../../server/database/database.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { startShop, startShopPostgres } from '../support/server/shop.ts'

export interface OpenedDatabase {
  database: Database
  close(): Promise<void>
}

/** Opens the database of a new shop without a server, of either kind. */
export const openShopDatabase = (kind: Database['kind']): Promise<OpenedDatabase> =>
  kind === 'embedded' ? openOnEmbedded() : openOnPostgres()

async function openOnPostgres(): Promise<OpenedDatabase> {
  const cluster = await startShopPostgres('empty')
  const database = await openPostgres(cluster.url)
  await database.run(TAKES_PAYMENTS)
  return {
    database,
    close: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}

async function openOnEmbedded(): Promise<OpenedDatabase> {
  const shop = await startShop({ template: 'empty' })
  await shop.stop()
  const database = await openEmbedded(join(shop.dataDir, 'database'))
  await database.run(TAKES_PAYMENTS)
  return {
    database,
    close: async () => {
      await database.close()
      await shop.dispose()
    },
  }
}
