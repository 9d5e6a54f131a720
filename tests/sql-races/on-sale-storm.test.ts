import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlace, runStorm, type StormSize } from '../storm/on-sale-storm.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { saleInSql } from '../storm/sale.ts'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

/** 500 seats of three events; the long form has 2,000 customers with two attempts each. */
const halls = [100, 100, 100, 100, 100]
const size: StormSize = isLongStorm()
  ? { customers: 2000, halls, rounds: 2, atOnce: 120 }
  : { customers: 250, halls, rounds: 1, atOnce: 60 }

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(size.atOnce)
})
afterAll(async () => {
  await shop?.stop()
})

it(
  'keeps its books while a whole city buys and the staff decide, directly in SQL',
  { timeout: 1_200_000 },
  async () => {
    const seed = stormSeed()
    console.log(`On-sale storm in SQL: STORM_SEED=${seed}`)
    const random = seededRandom(seed)
    const sale = saleInSql(shop)
    const report = await runStorm(sale, await openPlace(sale, size, random), size, random)
    console.log(
      `${report.payments} payments, ${report.checks} checks of the books, ${shop.retries()} deadlocks retried, ${report.ms} ms`,
      Object.fromEntries([...report.outcomes].sort()),
    )
    expect(report.faults, `STORM_SEED=${seed}: ${report.faults.join('\n')}`).toEqual([])
    expect(report.payments, 'a storm without payments proves nothing').toBeGreaterThan(30)
  },
)
