import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, randomNumbers, type Line, type SaleDatabase } from './sale-database.ts'

const CUSTOMERS = 50
const SEATS = 200
const ROUNDS = 10

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase()
})
afterAll(async () => {
  await shop?.stop()
})

async function expectBooksToAgree(): Promise<void> {
  const { sql } = shop
  const [counts] = await sql`
    select count(*) filter (where tickets_sold <> (
      select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold'))::int as wrong
    from public.ticket_categories c`
  expect(counts!.wrong, 'tickets_sold is the number of sold claims').toBe(0)
  const twice = await sql`
    select t.event_id, s.seat, t.ticket_category_id from public.user_tickets t, unnest(t.seats) as s (seat)
    where t.revoked_at is null group by 1, 2, 3 having count(*) > 1`
  expect(twice, 'no seat on two tickets').toHaveLength(0)
  const unsold = await sql`
    select t.id, s.seat from public.user_tickets t, unnest(t.seats) as s (seat)
    where t.revoked_at is null and not exists (
      select from public.seat_claims c
      where c.ticket_id = t.id and c.seat = s.seat and c.state = 'sold' and c.payment_id = t.payment_id)`
  expect(unsold, 'every seat of a ticket is a sold claim of it').toHaveLength(0)
  const ticketless = await sql`
    select c.seat from public.seat_claims c join public.user_tickets t on t.id = c.ticket_id
    where not (c.seat = any (t.seats)) or t.revoked_at is not null`
  expect(ticketless, 'every sold claim is on its ticket').toHaveLength(0)
  const lines = await sql`
    select p.id from public.payments p join public.payment_lines l on l.payment_id = p.id
    left join public.user_tickets t on t.payment_line_id = l.id
    where (p.status = 'approved') <> (t.id is not null)`
  expect(lines, 'a ticket for each line of an approved payment and for no other').toHaveLength(0)
  const wrong = await sql`
    select c.seat, c.state, p.status from public.seat_claims c join public.payments p on p.id = c.payment_id
    where (c.state = 'under_review' and p.status <> 'pending') or (c.state = 'sold' and p.status <> 'approved')
      or (c.state = 'held' and p.status <> 'rejected')`
  expect(wrong, 'claims and payments are in the same state').toHaveLength(0)
}

it('sells no seat twice when fifty customers want ten seats', async () => {
  const event = await shop.event()
  const category = await shop.category(event, SEATS)
  const admin = await shop.admin()
  const ten = Array.from({ length: 10 }, (_, index) => gridSeat(index))
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => shop.customer(`customer ${n}`)))
  const payments: string[] = []
  const won = await Promise.all(
    customers.map(async (customer, n) => {
      const order = randomUUID()
      const lines: Line[] = [{ ticket_category_id: category, seats: ten }]
      const held = await shop.hold(customer, order, lines)
      if ('refusal' in held) {
        expect(held.refusal.code).toBe('seats_taken')
        expect(JSON.parse(held.refusal.detail)).toEqual(lines)
        return false
      }
      const sent = await shop.submit(customer, order, `4000000000${String(n).padStart(2, '0')}`, lines)
      if ('answer' in sent) payments.push(sent.answer.payment_id)
      return true
    }),
  )
  expect(won.filter(Boolean), 'one of them holds all ten').toHaveLength(1)
  expect(payments).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => shop.review(admin, payments[0]!, 'approved')))
  const [sold] = await shop.sql`select tickets_sold from public.ticket_categories where id = ${category}`
  expect(sold!.tickets_sold).toBe(10)
  await expectBooksToAgree()
})

it('keeps its books through a storm of holds, payments, decisions, expiries and box office', async () => {
  const events = [await shop.event(), await shop.event()]
  const categories = await Promise.all([
    shop.category(events[0]!, SEATS),
    shop.category(events[0]!, SEATS),
    shop.category(events[1]!, SEATS),
  ])
  const admins = await Promise.all([shop.admin(), shop.admin(), shop.admin()])
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => shop.customer(`customer ${n}`)))
  const outcomes = new Map<string, number>()
  const note = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
  const waiting: string[] = []
  let reference = 500_000_000_000
  const storm = { over: false }

  const started = performance.now()
  const before = shop.retries()
  const buy = async (customer: string, seed: number): Promise<void> => {
    const random = randomNumbers(seed)
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = randomUUID()
      const wanted = (): Line[] =>
        categories
          .filter((_, index) => index === seed % 3 || random(3) === 0)
          .map((category) => {
            const first = random(SEATS - 12)
            const seats = Array.from({ length: 10 }, (_, n) => gridSeat(first + n)).filter(() => random(3) > 0)
            return {
              ticket_category_id: category,
              seats: (seats.length > 0 ? seats : ['A1']).sort(() => random(3) - 1),
            }
          })
          .sort(() => random(3) - 1)
      let lines = wanted()
      let held = await shop.hold(customer, order, lines)
      if ('refusal' in held && held.refusal.code === 'seats_taken') {
        const lost = new Map(
          (JSON.parse(held.refusal.detail) as Line[]).map((line) => [line.ticket_category_id, line.seats]),
        )
        lines = lines
          .map((line) => ({
            ...line,
            seats: line.seats.filter((seat) => !lost.get(line.ticket_category_id)?.includes(seat)),
          }))
          .filter((line) => line.seats.length > 0)
        note('seats lost')
        held = lines.length > 0 ? await shop.hold(customer, order, lines) : held
      }
      note('refusal' in held ? held.refusal.code : 'held')
      if ('answer' in held && random(3) === 0) {
        lines = lines.map((line) => ({ ...line, seats: line.seats.slice(0, 1 + random(line.seats.length)) }))
        note(`changed: ${'answer' in (await shop.hold(customer, order, lines))}`)
      }
      const next = random(6)
      if (next === 0) await shop.call(customer, (tx) => tx`select public.release_seats(${order}) as answer`)
      else if (next === 1) await shop.call(customer, (tx) => tx`select public.extend_hold(${order}) as answer`)
      else if (lines.length > 0) {
        reference += 1
        const sent = await shop.submit(customer, order, String(reference), lines)
        note('answer' in sent ? 'submitted' : sent.refusal.code)
        if ('answer' in sent) waiting.push(sent.answer.payment_id)
      }
    }
  }
  const decide = async (admin: string, seed: number): Promise<void> => {
    const random = randomNumbers(seed)
    while (!storm.over || waiting.length > 0) {
      const some = waiting.splice(random(Math.max(1, waiting.length - 4)), 1 + random(4))
      if (some.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      else if (random(3) === 0) {
        for (const payment of some) await shop.review(admin, payment, 'rejected')
        note('rejected some')
      } else {
        const answer = await shop.call(admin, (tx) => tx`select public.review_payments(${some}) as answer`)
        expect('answer' in answer).toBe(true)
        note('approved some')
      }
    }
  }
  const expire = async (): Promise<void> => {
    while (!storm.over) {
      await shop.sql`
        update public.seat_claims c set expires_at = now() - interval '1 second'
        from (
          select event_id, place, seat from public.seat_claims where state = 'held' and hashtext(seat || now()) % 3 = 0
          order by event_id, place, seat for no key update
        ) as lapsed
        where c.event_id = lapsed.event_id and c.place = lapsed.place and c.seat = lapsed.seat and c.state = 'held'`
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const sellAtBoxOffice = async (admin: string): Promise<void> => {
    const random = randomNumbers(7)
    while (!storm.over) {
      const category = categories[random(3)]!
      const by = random(2) === 0 ? 2 : -2
      const changed = await shop.call(
        admin,
        (tx) =>
          tx`update public.ticket_categories set tickets_sold = greatest(0, tickets_sold + ${by}) where id = ${category}`,
      )
      note('answer' in changed ? 'box office' : `box office: ${changed.refusal.code}`)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }

  const helpers = [...admins.map((admin, n) => decide(admin, n + 1)), expire(), sellAtBoxOffice(await shop.admin())]
  await Promise.all(customers.map((customer, n) => buy(customer, n + 1)))
  storm.over = true
  await Promise.all(helpers)

  await expectBooksToAgree()
  const [held] = await shop.sql`
    select coalesce(max(n), 0)::int as most from (
      select count(*) as n from public.seat_claims
      where state = 'under_review' or state = 'held' and expires_at > now() group by user_id) as each`
  expect(held!.most, 'held and under review of one customer').toBeLessThanOrEqual(40)
  expect(outcomes.get('submitted')).toBeGreaterThan(CUSTOMERS)
  expect(outcomes.get('approved some')).toBeGreaterThan(5)
  console.log(
    `storm: ${Math.round(performance.now() - started)} ms, deadlocks retried: ${shop.retries() - before},`,
    Object.fromEntries([...outcomes].sort()),
  )
})
