import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import postgres from 'postgres'
import { atLeast, inTurns, median, type Report } from '../measure.ts'
import { linesOf, openBoxOffice, perSecond, type Buyer } from '../sale-load.ts'
import { encode, HttpPool } from './http-client.ts'
import { holdOf } from './requests.ts'
import { openShop } from './shop-kinds.ts'

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
  const { shop, secret, databaseUrl, close } = await openShop('postgres')
  const sql = postgres(databaseUrl!, { max: 2, onnotice: () => {}, idle_timeout: 0 })
  try {
    const floor = await startFloor(databaseUrl!)
    const [ours, bare] = [shop.url, floor.url].map((url) => new HttpPool(url, CONNECTIONS)) as [HttpPool, HttpPool]
    try {
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
      return report(
        await inTurns(
          WARM_UP,
          ROUNDS,
          () => throughShop(buyers.splice(0, HOLDS)),
          () => throughFloor(buyers.splice(0, HOLDS)),
        ),
      )
    } finally {
      ours.close()
      bare.close()
      floor.stop()
    }
  } finally {
    await sql.end({ timeout: 5 })
    await close()
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

function report(found: { ours: number; theirs: number }[]): Report {
  const [shop, floor] = [median(found.map(({ ours }) => ours)), median(found.map(({ theirs }) => theirs))]
  return {
    tables: [
      {
        title: `Holds of two seats per second over HTTP, PostgreSQL, ${CONNECTIONS} at a time, medians of ${ROUNDS}`,
        head: ['the shop', 'node:http and postgres.js'],
        rows: [[shop.toFixed(0), floor.toFixed(0)]],
      },
    ],
    measures: [
      atLeast(
        'holds over HTTP : node:http and postgres.js with the same function',
        median(found.map(({ ours, theirs }) => ours / theirs)),
        LEAST,
      ),
    ],
  }
}
