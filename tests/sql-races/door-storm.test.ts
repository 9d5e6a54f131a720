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
    await sql`insert into public.staff_events (user_id, role, event_id) values (${clerk}, 'box_office', ${event})`
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
        tx`select public.sell_at_door(${order}, ${till}, ${sql.json(lines)}, ${method}, ${PRICE * seats.length}) as answer`,
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

it('tills that sell one category and two at once, in a phase by number, never wait for each other in a circle', async () => {
  const { sql } = shop
  const event = await shop.event()
  const [floor, gallery] = [randomUUID(), randomUUID()].toSorted()
  const phases = [{ name: 'Early', price: 50, until: null, until_sold: 900 }]
  await sql`
    insert into public.ticket_categories (id, event_id, name, price, total_tickets, is_standing, phases) values
      (${floor!}, ${event}, 'Floor', 100, 1000, true, ${sql.json(phases)}),
      (${gallery!}, ${event}, 'Gallery', 100, 1000, true, ${sql.json(phases)})`
  const clerks = [await shop.customer('leela'), await shop.customer('tara')]
  const before = shop.retries()
  const sells = async (clerk: string, categories: readonly string[]): Promise<void> => {
    const till = randomUUID()
    await sql`insert into public.staff (user_id, role) values (${clerk}, 'box_office')`
    await sql`insert into public.staff_events (user_id, role, event_id) values (${clerk}, 'box_office', ${event})`
    await shop.call(clerk, (tx) => tx`select public.open_till(${till}, 'Gate', 0) as answer`)
    const lines = categories.map((category) => ({ ticket_category_id: category, count: 1 }))
    for (let turn = 0; turn < 40; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one till sells one after the other
      const sold = await shop.call(
        clerk,
        (tx) =>
          tx`select public.sell_at_door(${randomUUID()}, ${till}, ${sql.json(lines)}, 'cash', ${59 * categories.length}) as answer`,
      )
      expect(sold).toHaveProperty('answer')
    }
  }
  await Promise.all([sells(clerks[0]!, [gallery!]), sells(clerks[1]!, [floor!, gallery!])])
  expect(shop.retries() - before).toBe(0)
})

it('a link that many devices open at once gives the ticket to one', { timeout: 600_000 }, async () => {
  const event = await shop.event()
  const category = await shop.category(event, 20)
  const admin = await shop.admin()
  const guests = [{ id: randomUUID(), name: 'Ravi', seats: ['A1'] }]
  const given = await shop.call<{ secret: string }[]>(
    admin,
    (tx) => tx`select public.add_guests(${category}, ${shop.sql.json(guests)}, 'Press') as answer`,
  )
  if (!('answer' in given)) throw new Error(`add_guests was refused with ${given.refusal.code}`)
  const { secret } = given.answer[0]!
  const devices = Array.from({ length: size.atOnce }, () => (randomUUID() + randomUUID()).replaceAll('-', ''))
  const answers = await Promise.all(
    devices.map((device) =>
      shop.call(admin, (tx) => tx`select public.open_ticket_link(${secret}, ${device}) as answer`),
    ),
  )
  const refused = answers.flatMap((one) => ('refusal' in one ? [one.refusal.code] : []))
  expect(refused).toEqual(Array.from({ length: devices.length - 1 }, () => 'link_used'))
})

it('a buyer opens the link while its seller makes it anew: one of them comes first, and the other is told', async () => {
  const { sql } = shop
  const event = await shop.event()
  const category = await shop.category(event, 60)
  const clerk = await shop.customer('farah')
  await sql`insert into public.staff (user_id, role) values (${clerk}, 'box_office')`
  await sql`insert into public.staff_events (user_id, role, event_id) values (${clerk}, 'box_office', ${event})`
  const till = randomUUID()
  await shop.call(clerk, (tx) => tx`select public.open_till(${till}, 'Gate', 0) as answer`)
  const seats = await sql<{ seat: string }[]>`select seat from private.seats_of(${category}) limit 24`
  const outcomes = new Map<string, number>()
  for (const { seat } of seats) {
    const lines = sql.json([{ ticket_category_id: category, seats: [seat] }])
    // oxlint-disable-next-line no-await-in-loop -- each is a race of two
    const sold = await shop.call<{ secret: string; tickets: { ticket_id: string }[] }>(
      clerk,
      (tx) => tx`select public.sell_at_door(${randomUUID()}, ${till}, ${lines}, 'complimentary', 0) as answer`,
    )
    if (!('answer' in sold)) throw new Error(`sell_at_door was refused with ${sold.refusal.code}`)
    const device = (randomUUID() + randomUUID()).replaceAll('-', '')
    // oxlint-disable-next-line no-await-in-loop
    const [opened, anew] = await Promise.all([
      shop.call(clerk, (tx) => tx`select public.open_ticket_link(${sold.answer.secret}, ${device}) as answer`),
      shop.call(clerk, (tx) => tx`select public.new_ticket_link(${sold.answer.tickets[0]!.ticket_id}) as answer`),
    ])
    const said = [opened, anew].map((one) => ('answer' in one ? 'ok' : one.refusal.code)).join(' ')
    outcomes.set(said, (outcomes.get(said) ?? 0) + 1)
  }
  console.log('Opened and made anew', Object.fromEntries(outcomes))
  expect([...outcomes.keys()].filter((said) => said !== 'ok too_late' && said !== 'not_found ok')).toEqual([])
})

it(
  'a list of guests and customers want the same seats, and each seat has one owner',
  { timeout: 600_000 },
  async () => {
    const event = await shop.event()
    const category = await shop.category(event, 100)
    const admin = await shop.admin()
    const labels = (await shop.sql<{ seat: string }[]>`select seat from private.seats_of(${category})`).map(
      ({ seat }) => seat,
    )
    const list = (seats: readonly string[]): object[] =>
      seats.map((seat) => ({ id: randomUUID(), name: 'Guest', seats: [seat] }))
    // Backwards, against the order in which holds lock.
    const add = (seats: readonly string[]): Promise<unknown> =>
      shop.call(
        admin,
        (tx) => tx`select public.add_guests(${category}, ${shop.sql.json(list(seats) as never)}) as answer`,
      )
    const buy = async (seats: string[]): Promise<unknown> =>
      shop.hold(await shop.customer('asha'), randomUUID(), [{ ticket_category_id: category, seats }])
    await Promise.all([
      add(labels.slice(0, 40).toReversed()),
      add(labels.slice(20, 60).toReversed()),
      ...Array.from({ length: size.atOnce }, (_, n) => buy(labels.slice(n * 4, n * 4 + 8))),
    ])
    const [books] = await shop.sql`
    select count(*)::int as claims, count(distinct (place, seat))::int as seats,
      count(*) filter (where state = 'sold')::int as sold, count(ticket_id)::int as tickets
    from public.seat_claims where ticket_category_id = ${category}`
    expect(books!['seats']).toBe(books!['claims'])
    expect(books!['sold']).toBe(books!['tickets'])
    const [gone] = await shop.sql`select tickets_sold from public.ticket_categories where id = ${category}`
    expect(gone!['tickets_sold']).toBe(books!['sold'])
    expect(shop.retries()).toBe(0)
  },
)
