import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { openSaleDatabase, type Line, type SaleDatabase } from './sale-database.ts'

/** Two tills and the shop sell one small hall; nobody stops before it is full. */
const size = isLongStorm() ? { seats: 400, atOnce: 30 } : { seats: 50, atOnce: 12 }
const PRICE = 118 // rupees: 100 and 18 % GST

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(size.atOnce + 2)
})
afterAll(async () => {
  await shop?.stop()
})

it('two tills and the shop sell each seat once, and the books add up', { timeout: 600_000 }, async () => {
  const seed = stormSeed()
  console.log(`Door storm: STORM_SEED=${seed}`)
  const random = seededRandom(seed)
  const { sql } = shop
  const event = await shop.event()
  const id = randomUUID()
  await sql`
    insert into public.ticket_categories (id, event_id, name, price, total_tickets) values (${id}, ${event}, 'Gold', 100, ${size.seats})`
  const positions = await sql<{ seat: string }[]>`select seat from private.seats_of(${id})`
  const free = new Set(positions.map(({ seat }) => seat))
  expect(free.size).toBe(size.seats)
  const admin = await shop.admin()
  const clerks = [await shop.customer('farah'), await shop.customer('imran')]
  const tills = clerks.map(() => randomUUID())
  for (const [at, clerk] of clerks.entries()) {
    await sql`insert into public.staff (user_id, role) values (${clerk}, 'box_office')`
    await sql`insert into public.staff_events (user_id, event_id) values (${clerk}, ${event})`
    await shop.call(clerk, (tx) => tx`select public.open_till(${tills[at]!}, 'Gate', 1000) as answer`)
  }

  const taken = new Map<string, string>()
  const cash = [0, 0]
  const refusals = new Map<string, number>()
  const count = (code: string): unknown => refusals.set(code, (refusals.get(code) ?? 0) + 1)
  const choose = (): string[] => {
    const left = [...free]
    return Array.from({ length: Math.min(left.length, 1 + random(3)) }, () => left[random(left.length)]!).filter(
      (seat, at, all) => all.indexOf(seat) === at,
    )
  }
  const lost = (seats: readonly string[]): void => {
    for (const seat of seats) free.delete(seat)
  }
  const keep = (seats: readonly string[], who: string): void => {
    for (const seat of seats) {
      expect(taken.get(seat), `${seat} is sold once, STORM_SEED=${seed}`).toBeUndefined()
      taken.set(seat, who)
      free.delete(seat)
    }
  }

  const atDoor = async (at: number): Promise<void> => {
    const [clerk, till, order] = [clerks[at]!, tills[at]!, randomUUID()]
    const seats = choose()
    if (seats.length === 0) return
    const lines = [{ ticket_category_id: id, seats }]
    const method = random(2) === 0 ? 'cash' : 'card'
    const sold = await shop.call<{ tickets: unknown[] }>(
      clerk,
      (tx) =>
        tx`select public.sell_at_door(${order}, ${till}, ${sql.json(lines as never)}, ${method}, ${PRICE * seats.length}) as answer`,
    )
    if ('refusal' in sold) {
      count(sold.refusal.code)
      lost((JSON.parse(sold.refusal.detail) as Line[])[0]!.seats)
      return
    }
    keep(seats, till)
    if (random.once(6)) {
      for (const seat of seats) taken.delete(seat)
      await shop.call(clerk, (tx) => tx`select public.undo_door_sale(${order}, 'Wrong seats') as answer`)
      for (const seat of seats) free.add(seat)
    } else if (method === 'cash') cash[at]! += PRICE * seats.length
  }
  let reference = 600_000_000_000
  const online = async (): Promise<void> => {
    const [customer, order, seats] = [await shop.customer('asha'), randomUUID(), choose()]
    if (seats.length === 0) return
    const lines = [{ ticket_category_id: id, seats }]
    const held = await shop.hold(customer, order, lines)
    if ('refusal' in held) {
      count(held.refusal.code)
      return
    }
    const sent = await shop.submit(customer, order, String((reference += 1)), lines)
    if (!('answer' in sent)) throw new Error(`submit_payment was refused with ${sent.refusal.code}`)
    const decided = await shop.review(admin, sent.answer.payment_id, 'approved')
    if (!('answer' in decided)) throw new Error(`review_payment was refused with ${decided.refusal.code}`)
    keep(seats, order)
  }

  await Promise.all(
    Array.from({ length: size.atOnce }, async (_, worker) => {
      for (let turn = 0; free.size > 0 && turn < size.seats; turn += 1)
        await (worker % 3 === 2 ? online() : atDoor(worker % 3))
    }),
  )
  // What an undone sale or a lost hold left is sold now.
  const claimed = await sql<{ seat: string }[]>`select seat from public.seat_claims where ticket_category_id = ${id}`
  for (const { seat } of positions.filter((one) => !claimed.some((claim) => claim.seat === one.seat))) {
    free.clear()
    free.add(seat)
    await atDoor(0)
  }

  console.log(`${taken.size} seats sold`, Object.fromEntries(refusals), `${shop.retries()} deadlocks`)
  const claims = await sql<{ seat: string; state: string }[]>`
    select seat, state from public.seat_claims where ticket_category_id = ${id}`
  expect(
    claims
      .filter(({ state }) => state === 'sold')
      .map(({ seat }) => seat)
      .toSorted(),
    `STORM_SEED=${seed}`,
  ).toEqual([...taken.keys()].toSorted())
  const tickets = await sql<{ seat: string }[]>`
    select seat from public.user_tickets t, unnest(t.seats) as seat where t.event_id = ${event} and t.revoked_at is null`
  expect(tickets.map(({ seat }) => seat).toSorted()).toEqual([...taken.keys()].toSorted())
  const [category] = await sql`select tickets_sold from public.ticket_categories where id = ${id}`
  expect(category).toEqual({ tickets_sold: taken.size })
  for (const [at, till] of tills.entries()) {
    const book = await shop.call<{ expected_cash: number; difference: number }>(
      clerks[at]!,
      (tx) => tx`select public.close_till(${till}, ${1000 + cash[at]!}) as answer`,
    )
    expect(book, `STORM_SEED=${seed}`).toMatchObject({ answer: { expected_cash: 1000 + cash[at]!, difference: 0 } })
  }
})
