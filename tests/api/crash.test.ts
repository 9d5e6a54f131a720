import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { CrashLedger } from '../storm/crash-ledger.ts'
import { isLongStorm, seededRandom, stormSeed, type Random } from '../storm/random.ts'
import { faultsOfBooks } from '../storm/sale-books.ts'
import { inDatabase } from '../support/database/database.ts'
import { type Shop, startShop, startShopPostgres } from '../support/server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'

const KILLS = isLongStorm() ? 20 : 3
const CUSTOMERS = 4
const SEATS = 5000
const LONG_MS = KILLS * 120_000

async function openHall(admin: Customer): Promise<string> {
  const { client } = admin
  const singer = await client
    .from('singers')
    .insert({ name: `Crash ${Date.now()}` })
    .select('id')
    .single()
  const event = { singer_id: singer.data!.id, city: 'Pune', venue: 'Hall', date: '2030-01-05T13:30:00Z' }
  const { data: made } = await client.from('events').insert(event).select('id').single()
  const category = { event_id: made!.id, name: 'Floor', price: 499, total_tickets: SEATS, tickets_sold: 0 }
  const { data, error } = await client.from('ticket_categories').insert(category).select('id').single()
  if (error) throw new Error(error.message)
  return data.id as string
}

async function crash(shop: Shop, random: Random): Promise<CrashLedger> {
  const ledger = new CrashLedger()
  const admin = await demoPerson(shop, 'admin')
  const category = await openHall(admin)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // An account holds at most forty seats: each round has new customers.
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => newCustomer(shop)))
    let over = false
    const before = ledger.size
    const load = Promise.all([
      ...customers.map((one, n) => ledger.live(one, category, random.fork(`${kill}/${n}`), () => over)),
      ledger.decide(admin, random.fork(`${kill}/admin`), () => over),
    ])
    // At a random moment, but after the first acknowledgement.
    await expect.poll(() => ledger.size - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(random(25))
    await sleep(random(40))
    await shop.kill()
    over = true
    await load
    await shop.restart()
    expect(await ledger.missing(admin), `after kill ${kill}`).toEqual([])
  }
  expect(ledger.faults).toEqual([])
  return ledger
}

const said = (ledger: CrashLedger): string =>
  `${KILLS} kills; ${ledger.payments.size} payments, ${ledger.decisions.size} decisions, ${ledger.holds.length} holds, ` +
  `${ledger.uploads.length} pictures, ${ledger.messages.length} messages acknowledged, none missing`

test('nothing acknowledged is lost when the embedded shop is killed under load', { timeout: LONG_MS }, async () => {
  const seed = stormSeed()
  console.log(`Crash storm, embedded: STORM_SEED=${seed}`)
  const shop = await startShop({ template: 'demo' })
  try {
    console.log(said(await crash(shop, seededRandom(seed))))
    expect(await inDatabase(shop, (sql) => faultsOfBooks((text) => sql.query(text)))).toEqual([])
  } finally {
    await shop.dispose()
  }
})

test('nothing acknowledged is lost when a PostgreSQL shop is killed under load', { timeout: LONG_MS }, async () => {
  const seed = stormSeed()
  console.log(`Crash storm, PostgreSQL: STORM_SEED=${seed}`)
  const cluster = await startShopPostgres('demo')
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  let shop: Shop | undefined
  try {
    const env = { DATABASE_URL: cluster.url, ADMIN_EMAIL: 'admin@demo.mehfil.example', DEMO: '1' }
    shop = await startShop({ dataDir: cluster.dataDir, env })
    console.log(said(await crash(shop, seededRandom(seed))))
    expect(await faultsOfBooks((text) => sql.unsafe(text))).toEqual([])
  } finally {
    await sql.end({ timeout: 5 })
    await shop?.dispose()
    await cluster.stop()
  }
})
