import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, type Sql } from '../../../server/database/database.ts'
import { inDatabase } from '../../support/database/database.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { startShop, type Shop } from '../../support/server/shop.ts'
import { TAKES_PAYMENTS } from '../../support/sales/takes-payments.ts'
import { tokenSecretOf } from '../sale-load.ts'

export type Kind = 'embedded' | 'postgres'

export const NAMES: Record<Kind, string> = { embedded: 'embedded', postgres: 'PostgreSQL' }

/** A new shop that takes payments, on one of the databases it runs on; PostgreSQL with its default durability. */
export interface ShopOfKind {
  shop: Shop
  /** Signs access tokens (sale-load.ts). */
  secret: string
  /** Null for the embedded one. */
  databaseUrl: string | null
  /** Runs `work` as the database's owner. The embedded shop is stopped meanwhile, and started again. */
  inDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openShop(kind: Kind, env: Record<string, string> = {}): Promise<ShopOfKind> {
  if (kind === 'embedded') {
    const shop = await startShop({ template: 'empty', env, lasts: true })
    await inDatabase(shop, (sql) => sql.run(TAKES_PAYMENTS))
    return {
      shop,
      secret: tokenSecretOf(shop.dataDir),
      databaseUrl: null,
      inDatabase: (work) => inDatabase(shop, work),
      close: () => shop.dispose(),
    }
  }
  const cluster = await startPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'mehfil-bench-'))
  const undo: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true }), () => cluster.stop()]
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const shop = await startShop({ dataDir, env: { ...env, DATABASE_URL: cluster.url } })
    undo.push(() => shop.dispose())
    const database = await openPostgres(cluster.url)
    undo.push(() => database.close())
    await database.run(TAKES_PAYMENTS)
    return {
      shop,
      secret: tokenSecretOf(dataDir),
      databaseUrl: cluster.url,
      inDatabase: (work) => work(database),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the server's resident memory in megabytes; not the database's, when it has processes of its own. */
export function serverMemory({ dataDir }: Pick<Shop, 'dataDir'>): number {
  const pid = readFileSync(join(dataDir, 'lock.pid'), 'utf8').trim()
  const status = `/proc/${pid}/status`
  // A started `ps` would hold up the load for some milliseconds.
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })
  return Number(kilobytes) / 1_024
}
