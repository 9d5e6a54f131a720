import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres, type Postgres, type PostgresOptions } from './postgres.ts'
import { prepared } from '../server/prepared.ts'
import { startShop } from '../server/shop.ts'

/**
 * Starts a PostgreSQL that holds the database of a shop, empty or with the demo: a copy of one that was made once for
 * these sources.
 */
export async function startShopPostgres(kind: 'demo' | 'empty', options: PostgresOptions = {}): Promise<ShopPostgres> {
  const made = await prepared(`postgres-${kind}`, async (folder) => {
    mkdirSync(folder)
    const cluster = await startPostgres({ keep: join(folder, 'cluster') })
    const dataDir = join(folder, 'shop')
    const shop = await startShop({ dataDir, demo: kind === 'demo', env: { DATABASE_URL: cluster.url } })
    await shop.stop()
    await cluster.stop()
  })
  const cluster = await startPostgres({ ...options, copyOf: join(made, 'cluster') })
  const dataDir = `${cluster.folder}/shop`
  cpSync(join(made, 'shop'), dataDir, { recursive: true })
  return { ...cluster, dataDir }
}

export interface ShopPostgres extends Postgres {
  /** The shop's data folder; removed with the database. */
  dataDir: string
}
