import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { startPostgres } from '../support/postgres.ts'
import { startShop } from '../support/shop.ts'
import { median, ratioOf, type Report } from './measure.ts'
import { linesOf, openBoxOffice, perSecond, type Buyer } from './sale-load.ts'

export const name = 'Holds of standing places against holds of chosen seats, on one durable PostgreSQL'

const CONNECTIONS = 16
const ROUNDS = 9
const ORDERS = 600
const MOST = 1.02

export const note =
  'Each hold is of two places by another customer, in its own transaction. Both kinds run in turns of one round; the time ' +
  'of a standing hold is given in times of a seat hold, the median of the rounds’ own ratios.'

export async function run(): Promise<Report> {
  const cluster = await startPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'mehfil-bench-'))
  const sql = postgres(cluster.url, { max: CONNECTIONS, onnotice: () => {}, idle_timeout: 0 })
  try {
    const shop = await startShop({ dataDir, env: { DATABASE_URL: cluster.url } })
    await shop.stop()
    const rates: { seats: number; standing: number }[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [seated, standing] = [await openBoxOffice(sql, ORDERS), await openBoxOffice(sql, ORDERS, true)]
      const first = round % 2 === 0
      const one = await holdAll(sql, first ? seated : standing)
      const other = await holdAll(sql, first ? standing : seated)
      // The first round only warms up.
      if (round > 0) rates.push({ seats: first ? one : other, standing: first ? other : one })
    }
    const ratio = median(rates.map((rate) => rate.seats / rate.standing))
    return {
      tables: [
        {
          title: `Holds per second, ${CONNECTIONS} at a time, medians of ${ROUNDS}`,
          head: ['chosen seats', 'standing places', 'time of a standing hold : a seat hold'],
          rows: [
            [
              median(rates.map((rate) => rate.seats)).toFixed(0),
              median(rates.map((rate) => rate.standing)).toFixed(0),
              ratioOf(ratio),
            ],
          ],
        },
      ],
      measures: [
        {
          what: 'time of a standing hold : time of a seat hold',
          value: ratioOf(ratio),
          bar: `at most ${ratioOf(MOST)}`,
          ok: ratio <= MOST,
        },
      ],
    }
  } finally {
    await sql.end({ timeout: 5 })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const holdAll = (sql: Sql, buyers: Buyer[]): Promise<number> =>
  perSecond(buyers, CONNECTIONS, (buyer) =>
    sql.begin(async (tx) => {
      await tx`
        select set_config('request.jwt.claim.sub', ${buyer.user}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: buyer.user, role: 'authenticated' })}, true),
          set_config('role', 'authenticated', true)`
      await tx`select public.hold_seats(${buyer.order}, ${tx.json(linesOf(buyer))})`
    }),
  )
