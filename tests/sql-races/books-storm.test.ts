import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookLives, faultsOfLedger } from '../storm/book-lives.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

/** Lives of orders, and after how many of them all books are compared: at once in the short form. */
const size = isLongStorm()
  ? { lives: 10_000, customers: 2000, compareEvery: 100 }
  : { lives: 60, customers: 40, compareEvery: 5 }

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(2)
})
afterAll(() => shop?.stop())

it('keeps sound books, whatever happens to orders', { timeout: 3_600_000 }, async () => {
  const seed = stormSeed()
  console.log(`Books storm: STORM_SEED=${seed}`)
  const random = seededRandom(seed)
  const { sql } = shop
  const admins = [await shop.admin(), await shop.admin()] as const
  const clerk = await shop.admin()
  const customers = Array.from({ length: size.customers }, () => random.uuid())
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select id, id || '@storm.example', '{"name": "Storm"}', now(), now(), now() from unnest(${customers}::uuid[]) as id`
  await sql`update public.profiles set refund_upi_id = 'storm@okaxis' where id = any (${customers.filter(() => random.once(2))}::uuid[])`
  const events: string[] = []
  const categories: string[] = []
  for (let n = 0; n < 3 + size.lives / 200; n += 1) {
    const event = await shop.event()
    events.push(event)
    for (let zone = 0; zone < 3; zone += 1) categories.push(await shop.category(event, 400))
  }
  const code = `STORM${random(1000)}`
  await sql`insert into public.discount_codes (id, code, percent) values (${randomUUID()}, ${code}, 10)`
  const lives = bookLives({ sql, admins, clerk, customers, events, categories, code }, random)
  const faults: string[] = []
  for (let life = 1; life <= size.lives && faults.length === 0; life += 1) {
    await lives.live()
    if (life % size.compareEvery === 0 || life === size.lives) faults.push(...(await faultsOfLedger(sql)))
  }
  console.log(Object.fromEntries(lives.done))
  expect(faults).toEqual([])
  for (const kind of ['buys', 'decide', 'refund', 'door', 'terms', 'killed'])
    expect(lives.done.get(kind) ?? 0).toBeGreaterThan(0)
})
