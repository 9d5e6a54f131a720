import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlace, runStorm, type StormSize } from '../storm/on-sale-storm.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { saleOverHttp } from '../storm/sale.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { type Shop, type ShopPostgres, startShop, startShopPostgres } from '../support/server/shop.ts'

const halls = [100, 100, 100, 100, 100]
const size: StormSize = isLongStorm()
  ? { customers: 2000, halls, rounds: 2, atOnce: 100 }
  : { customers: 120, halls, rounds: 1, atOnce: 40 }

let cluster: ShopPostgres
let shop: Shop
let sql: Sql

beforeAll(async () => {
  cluster = await startShopPostgres('empty')
  shop = await startShop({ dataDir: cluster.dataDir, env: { DATABASE_URL: cluster.url, DEMO: '' } })
  sql = postgres(cluster.url, { max: 10, connect_timeout: 180, onnotice: () => {} })
  await sql.unsafe(TAKES_PAYMENTS)
})
afterAll(async () => {
  await sql?.end({ timeout: 5 })
  await shop?.dispose()
  await cluster?.stop()
})

test('keeps its books while a whole city buys and the staff decide, over HTTP', { timeout: 1_200_000 }, async () => {
  const seed = stormSeed()
  console.log(`On-sale storm over HTTP: STORM_SEED=${seed}`)
  const random = seededRandom(seed)
  const { jwtSecret } = JSON.parse(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')) as { jwtSecret: string }
  const sale = saleOverHttp(shop.url, jwtSecret, sql)
  const report = await runStorm(sale, await openPlace(sale, size, random), size, random)
  console.log(
    `${report.payments} payments, ${report.checks} checks of the books, ${report.ms} ms`,
    Object.fromEntries([...report.outcomes].sort()),
  )
  // As the message: a value would be shortened in the report.
  expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
  expect(report.payments, 'a storm without payments proves nothing').toBeGreaterThan(30)
})
