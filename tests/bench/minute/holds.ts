import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startPostgres } from '../../support/postgres.ts'
import { startShop } from '../../support/shop.ts'
import { median, ratioOf, type Report } from '../measure.ts'
import { linesOf, openBoxOffice, perSecond, tokenSecretOf, type Buyer } from '../sale-load.ts'
import { encode, HttpPool } from './http-client.ts'
import { holdOf } from './requests.ts'

const LEAST = 0.5
const CONNECTIONS = 16
/** Short ones: both sides then meet the same moments of the machine. */
const ROUNDS = 21
/** Holds of each side in a round. */
const HOLDS = 120
/** Rounds that are not counted. */
const WARM_UP = 3

/** Holds over HTTP against the least server that runs the same function, on one durable PostgreSQL. */
export async function holds(): Promise<Report> {
  const cluster = await startPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'mehfil-bench-'))
  const sql = postgres(cluster.url, { max: 2, onnotice: () => {}, idle_timeout: 0 })
  try {
    const shop = await startShop({ dataDir, env: { DATABASE_URL: cluster.url } })
    const floor = await startFloor(cluster.url)
    const [ours, bare] = [shop.url, floor.url].map((url) => new HttpPool(url, CONNECTIONS)) as [HttpPool, HttpPool]
    try {
      const secret = tokenSecretOf(dataDir)
      const throughShop = (buyers: Buyer[]): Promise<number> =>
        holdAll(ours, buyers, (buyer) => holdOf({ user: buyer.user, secret }, buyer).request)
      const throughFloor = (buyers: Buyer[]): Promise<number> =>
        holdAll(bare, buyers, (buyer) =>
          encode({
            method: 'POST',
            path: '/',
            body: { user: buyer.user, order: buyer.order, lines: linesOf(buyer) },
          }),
        )
      const buyers = await openBoxOffice(sql, 2 * HOLDS * (ROUNDS + WARM_UP))
      const found: { shop: number; floor: number }[] = []
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const first = round % 2 === 0
        const one = await (first ? throughShop : throughFloor)(buyers.splice(0, HOLDS))
        const other = await (first ? throughFloor : throughShop)(buyers.splice(0, HOLDS))
        if (round >= 0) found.push(first ? { shop: one, floor: other } : { shop: other, floor: one })
      }
      return report(found)
    } finally {
      ours.close()
      bare.close()
      floor.stop()
      await shop.dispose()
    }
  } finally {
    await sql.end({ timeout: 5 })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Sends all holds, each of another customer. @returns holds per second. @throws {Error} for one that failed */
function holdAll(pool: HttpPool, buyers: Buyer[], requestOf: (buyer: Buyer) => Buffer): Promise<number> {
  const requests = buyers.map(requestOf)
  return perSecond(requests, CONNECTIONS, async (request) => {
    const { status, body } = await pool.ask(request)
    if (status !== 200) throw new Error(`A hold answered ${status}: ${body.toString().slice(0, 300)}`)
  })
}

async function startFloor(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), [databaseUrl])
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [
    number | null,
  ]
  if (port === null) throw new Error('The floor of holds did not start.')
  return { url: `http://localhost:${port}`, stop: () => void child.kill() }
}

function report(found: { shop: number; floor: number }[]): Report {
  const ratio = median(found.map(({ shop, floor }) => shop / floor))
  return {
    tables: [
      {
        title: `Holds of two seats per second over HTTP, PostgreSQL, ${CONNECTIONS} at a time, medians of ${ROUNDS}`,
        head: ['the shop', 'node:http and postgres.js'],
        rows: [[median(found.map(({ shop }) => shop)).toFixed(0), median(found.map(({ floor }) => floor)).toFixed(0)]],
      },
    ],
    measures: [
      {
        what: 'holds over HTTP : node:http and postgres.js with the same function',
        value: ratioOf(ratio),
        bar: `at least ${ratioOf(LEAST)}`,
        ok: ratio >= LEAST,
      },
    ],
  }
}
