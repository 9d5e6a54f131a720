import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShopPostgres, type ShopPostgres } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { line, newCategory, openCast, type Cast } from './support/cast.ts'

let cluster: ShopPostgres
let cast: Cast
let sql: Sql

beforeAll(async () => {
  cluster = await startShopPostgres('demo')
  cast = await openCast({ dataDir: cluster.dataDir, env: { DATABASE_URL: cluster.url, DEMO: 'on' } })
  sql = postgres(cluster.url, { max: 1, onnotice: () => {}, connection: { application_name: 'the test' } })
})
afterAll(async () => {
  await sql?.end({ timeout: 5 })
  await cast?.shop.dispose()
  await cluster?.stop()
})

const killAll = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mehfil' and pid <> pg_backend_pid()`

test(
  'a database that ends all connections again and again costs single answers, no more',
  { timeout: 120_000 },
  async () => {
    const { shop } = cast
    const { category } = await newCategory(cast.admin)
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => newCustomer(shop, `Person ${n}`)))
    const statuses = new Map<number, number>()
    let over = false
    const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
      const { status } = await fetch(`${shop.url}${path}`, { ...init, signal: AbortSignal.timeout(40_000) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      return status
    }
    const hold = (token: string, seat: number): Promise<number> =>
      ask('/rest/v1/rpc/hold_seats', {
        method: 'POST',
        headers: {
          apikey: EMBEDDED_PUBLISHABLE_KEY,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ p_order_id: randomUUID(), p_lines: line(category, `A${seat}`) }),
      })
    const lanes = people.flatMap(({ token }, n) =>
      [0, 1, 2].map(async () => {
        while (!over) {
          await hold(token, 1 + (n % 5))
          await ask(
            `/rest/v1/rpc/seat_availability?p_ticket_category_id=${category}&apikey=${EMBEDDED_PUBLISHABLE_KEY}`,
          )
        }
      }),
    )
    for (let n = 0; n < 20; n += 1) {
      await sleep(150)
      await killAll()
    }
    over = true
    await Promise.all(lanes)
    expect(statuses.get(200), 'answers in between').toBeGreaterThan(0)
    expect([...statuses.keys()].filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([])
    for (const { token } of people) expect([200, 409, 429]).toContain(await hold(token, 5))
    expect(await ask('/healthz')).toBe(200)
  },
)
