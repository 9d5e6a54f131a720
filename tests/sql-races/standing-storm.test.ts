import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

/** More people than places; the long form is an evening's rush. */
const size = isLongStorm() ? { customers: 5000, places: 2000, atOnce: 80 } : { customers: 250, places: 100, atOnce: 30 }

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(size.atOnce)
})
afterAll(async () => {
  await shop?.stop()
})

it('gives no standing place twice and loses none in a rush', { timeout: 1_200_000 }, async () => {
  const seed = stormSeed()
  console.log(`Standing storm: STORM_SEED=${seed}`)
  const random = seededRandom(seed)
  const { sql } = shop
  const event = await shop.event()
  const id = randomUUID()
  await sql`
    insert into public.ticket_categories (id, event_id, name, price, total_tickets, is_standing)
    values (${id}, ${event}, 'Floor', 500, ${size.places}, true)`
  const admin = await shop.admin()
  const customers = Array.from({ length: size.customers }, () => random.uuid())
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select id, id || '@storm.example', '{"name": "Storm"}', now(), now(), now() from unnest(${customers}::uuid[]) as id`

  const got = new Map<string, number>()
  const refusals = new Map<string, number>()
  let reference = 500_000_000_000
  const rush = async (customer: string): Promise<void> => {
    const order = randomUUID()
    for (let count = 1 + random(4); count > 0;) {
      const lines = [{ ticket_category_id: id, count }] as never
      const held = await shop.hold(customer, order, lines)
      if ('answer' in held) {
        if (random.once(5)) {
          await shop.call(customer, (tx) => tx`select public.release_seats(${order}) as answer`)
          return
        }
        const sent = await shop.submit(customer, order, String((reference += 1)), lines)
        if (!('answer' in sent)) throw new Error(`submit_payment was refused with ${sent.refusal.code}`)
        const decided = await shop.review(admin, sent.answer.payment_id, 'approved')
        if (!('answer' in decided)) throw new Error(`review_payment was refused with ${decided.refusal.code}`)
        got.set(customer, count)
        return
      }
      refusals.set(held.refusal.code, (refusals.get(held.refusal.code) ?? 0) + 1)
      if (held.refusal.code !== 'seats_taken') return
      const missing = (JSON.parse(held.refusal.detail) as { seats: string[] }[])[0]?.seats.length ?? count
      count -= Math.max(1, missing)
    }
  }
  const queue = [...customers]
  await Promise.all(
    Array.from({ length: size.atOnce }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await rush(next)
    }),
  )
  // Those who came while others held the last places come once more.
  for (const customer of customers.filter((one) => !got.has(one)).slice(0, size.places)) await rush(customer)

  const sold = [...got.values()].reduce((sum, count) => sum + count, 0)
  const [books] = await sql`
    select count(*)::int as places, count(*) filter (where state = 'sold')::int as sold,
      count(*) filter (where state = 'held' and user_id is null)::int as free
    from public.seat_claims where ticket_category_id = ${id}`
  const [tickets] = await sql`
    select count(*)::int as places, count(distinct seat)::int as different
    from public.user_tickets t, unnest(t.seats) as seat where t.event_id = ${event}`
  console.log(`${got.size} customers have ${sold} places`, Object.fromEntries(refusals), `${shop.retries()} deadlocks`)
  expect(books, `STORM_SEED=${seed}`).toEqual({ places: size.places, sold, free: size.places - sold })
  expect(tickets, `STORM_SEED=${seed}`).toEqual({ places: sold, different: sold })
  expect(sold, 'the last place is sold').toBe(size.places)
})
