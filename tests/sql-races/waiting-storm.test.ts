import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { openSaleDatabase, type Line, type SaleDatabase } from './sale-database.ts'

/** Sold seats go back, are offered, paid, declined, rejected and tried for by others, all at once. */
const size = isLongStorm()
  ? { holders: 60, waiters: 300, steps: 12_000, atOnce: 30 }
  : { holders: 15, waiters: 120, steps: 900, atOnce: 12 }

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(size.atOnce)
})
afterAll(async () => {
  await shop?.stop()
})

it(
  'sells no returned seat twice, serves a list in its order and owes nothing without a sale',
  {
    timeout: 1_200_000,
  },
  async () => {
    const seed = stormSeed()
    console.log(`Waiting storm: STORM_SEED=${seed}`)
    const random = seededRandom(seed)
    const { sql } = shop
    const event = await shop.event()
    const category = await shop.category(event, 2 * size.holders)
    const admin = await shop.admin()
    const people = async (count: number): Promise<string[]> => {
      const ids = Array.from({ length: count }, () => random.uuid())
      await sql`
      insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      select id, id || '@storm.example', '{"name": "Storm"}', now(), now(), now() from unnest(${ids}::uuid[]) as id`
      return ids
    }
    const done = new Map<string, number>()
    const note = (what: string, outcome: { answer: unknown } | { refusal: { code: string } }): boolean => {
      const key = 'answer' in outcome ? what : `${what}: ${outcome.refusal.code}`
      done.set(key, (done.get(key) ?? 0) + 1)
      return 'answer' in outcome
    }
    let reference = 600_000_000_000
    const pay = (customer: string, order: string, lines: Line[]) =>
      shop.submit(customer, order, String((reference += 1)), lines)

    // Everything is sold, two seats a customer; then the list begins.
    const holders = await people(size.holders)
    const seats = await sql<{ seat: string }[]>`select seat from private.seats_of(${category})`
    for (const [at, holder] of holders.entries()) {
      const lines = [{ ticket_category_id: category, seats: seats.slice(2 * at, 2 * at + 2).map((one) => one.seat) }]
      // oxlint-disable-next-line no-await-in-loop -- a step after the other
      const sent = await pay(holder, randomUUID(), lines)
      if (!('answer' in sent)) throw new Error(sent.refusal.code)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await shop.review(admin, sent.answer.payment_id, 'approved')
    }
    const waiters = await people(size.waiters)
    const outsiders = await people(size.atOnce)
    const join = async (waiter: string): Promise<boolean> =>
      note(
        'join',
        await shop.call(
          waiter,
          (tx) => tx`select public.join_waiting_list(${category}, ${random.once(3) ? 2 : 1}, false) as answer`,
        ),
      )
    for (const waiter of waiters) await join(waiter)

    const pass = async () => {
      const [one] = await sql<{ holder: string; ticket: string; number: number; id: string | null }[]>`
      select t.user_id as holder, t.id as ticket, p.number, r.id from public.passes p join public.user_tickets t on t.id = p.ticket_id
      left join public.returns r on r.ticket_id = t.id and r.number = p.number and r.state in ('open', 'offered', 'buying')
      where t.ticket_category_id = ${category} and t.revoked_at is null and p.holder_id is not null order by random() limit 1`
      return one
    }
    const offer = async () => {
      const [one] = await sql<{ id: string; user: string; lines: Line[] }[]>`
      select f.id, f.user_id as "user", o.lines from public.offers f join private.orders o on o.id = f.id
      where f.state = 'open' order by random() limit 1`
      return one
    }
    const pending = async () => {
      const [one] = await sql<{ id: string }[]>`
      select p.id from public.payments p where p.status = 'pending' order by random() limit 1`
      return one
    }
    /** Seats that people off the list got. `by`: when the answer had come, by the database's clock. */
    const held: { order: string; by: string }[] = []
    const steps: [number, (outsider: string) => Promise<unknown>][] = [
      [
        6,
        async () => {
          const one = await pass()
          if (one && !one.id)
            note(
              'give',
              await shop.call(
                one.holder,
                (tx) => tx`select public.give_back_pass(${one.ticket}, ${one.number}) as answer`,
              ),
            )
        },
      ],
      [
        2,
        async () => {
          const one = await pass()
          if (one?.id)
            note('take', await shop.call(one.holder, (tx) => tx`select public.take_back_return(${one.id}) as answer`))
        },
      ],
      [
        5,
        async () => {
          const one = await offer()
          if (one) note('pay', await pay(one.user, one.id, one.lines))
        },
      ],
      [
        5,
        async () => {
          const one = await pending()
          const decision = random.once(3) ? 'rejected' : 'approved'
          if (one) note(decision, await shop.review(admin, one.id, decision))
        },
      ],
      [
        1,
        async () => {
          const one = await offer()
          if (one)
            note('decline', await shop.call(one.user, (tx) => tx`select public.release_seats(${one.id}) as answer`))
        },
      ],
      [
        2,
        async () => {
          const one = await offer()
          if (one && random.once(2))
            await sql`
            with locked as materialized (
              select o.id from private.orders o where o.id = ${one.id} and o.submitted_at is null for update skip locked)
            update public.offers f set expires_at = now() from locked where f.id = locked.id and f.state = 'open'`
          await sql`select private.work_waiting()`
        },
      ],
      [
        4,
        async (outsider) => {
          const { seat } = random.pick(seats)
          const order = randomUUID()
          const answer = await shop.hold(outsider, order, [{ ticket_category_id: category, seats: [seat] }])
          if (!note('hold', answer)) return
          const [now] = await sql<{ by: string }[]>`select clock_timestamp()::text as by`
          held.push({ order, by: now!.by })
        },
      ],
      [2, () => join(random.pick(waiters))],
      [
        1,
        async () => {
          const one = await pass()
          if (one && random.once(4))
            note(
              'revoke',
              await shop.call(
                admin,
                (tx) => tx`select count(*) as answer from public.revoke_tickets(array[${one.ticket}]::uuid[], 'Storm')`,
              ),
            )
        },
      ],
      [
        1,
        async () => {
          const one = await pass()
          if (one)
            note(
              'hand over',
              await shop.call(
                one.holder,
                (tx) => tx`select public.hand_over_pass(${one.ticket}, ${one.number}) as answer`,
              ),
            )
        },
      ],
    ]
    const wheel = steps.flatMap(([times, step]) => Array.from({ length: times }, () => step))
    let left = size.steps
    await Promise.all(
      outsiders.map(async (outsider) => {
        // oxlint-disable-next-line no-await-in-loop -- each does one thing after the other
        while ((left -= 1) >= 0) await random.pick(wheel)(outsider)
      }),
    )

    console.log(Object.fromEntries([...done].toSorted()), `${shop.retries()} deadlocks`)
    const label = `STORM_SEED=${seed}`
    expect(done.get('approved') ?? 0, label).toBeGreaterThan(5)
    const none = async (what: string, rows: Promise<unknown>): Promise<void> =>
      expect(await rows, `${what}; ${label}`).toEqual([])
    await none(
      'no one off the list got a seat while a person on it wanted one and had no offer',
      sql`
    select h.order_id, w.id from unnest(${held.map(({ order }) => order)}::uuid[], ${held.map(({ by }) => by)}::timestamptz[]) as h (order_id, held_by)
    join private.orders o on o.id = h.order_id
    join public.waits w on w.seats = 1 and w.joined_at < o.created_at and (w.ended_at is null or w.ended_at > h.held_by)
    where not exists (
      select from public.offers x where x.wait_id = w.id and x.created_at < h.held_by and (x.ended_at is null or x.ended_at > o.created_at))`,
    )
    await none(
      'every seat of a valid ticket is its own, or under review for who buys it',
      sql`
    select t.id, s from public.user_tickets t, unnest(t.seats) as s where t.revoked_at is null and not exists (
      select from public.seat_claims c where c.ticket_category_id = t.ticket_category_id and c.seat = s and (c.ticket_id = t.id
        or c.state = 'under_review' and exists (select from public.returns r where r.ticket_id = t.id and r.seat = s and r.state = 'buying')))`,
    )
    await none(
      'no two valid tickets have one seat',
      sql`
    select s from public.user_tickets t, unnest(t.seats) as s where t.revoked_at is null group by s having count(*) > 1`,
    )
    await none(
      'the number sold is that of the claims',
      sql`
    select c.tickets_sold from public.ticket_categories c where c.tickets_sold <> (
      select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold')`,
    )
    await none(
      'no refund without a sale',
      sql`
    select r.id from public.refunds r where r.reason <> 'given_back' or not exists (
      select from public.returns b join private.offered_returns o on o.return_id = b.id join public.payments p on p.order_id = o.offer_id
      where b.sold_ticket_id = r.ticket_id and b.state = 'sold' and p.status = 'approved')`,
    )
    await none(
      'no sale without its refund',
      sql`
    select b.id from public.returns b join public.user_tickets t on t.id = b.sold_ticket_id
    where b.state = 'sold' and t.revoked_reason = 'Given back' and not exists (
      select from public.refunds r where r.ticket_id = t.id and r.amount > 0 and r.amount <= t.total_amount)`,
    )
    await none(
      'no payment gives more than it got',
      sql`
    select p.id from public.payments p where p.amount < (
      select sum(r.amount) from public.refunds r where r.payment_id = p.id)`,
    )
    await none(
      'each pass has one live code a seat',
      sql`
    select t.id from public.user_tickets t where t.revoked_at is null and t.seats <> array(
      select p.seat from public.passes p where p.ticket_id = t.id and p.holder_id is not null order by private.seat_order(p.seat) collate "C")`,
    )
    await none(
      'no offer went past an earlier wait that it would have fitted',
      sql`
    select f.id from public.offers f join public.waits w on w.id = f.wait_id
    join public.waits e on e.ticket_category_id = w.ticket_category_id and (e.joined_at, e.id) < (w.joined_at, w.id) and e.seats <= w.seats
    where (e.ended_at is null or e.ended_at > f.created_at) and not exists (
      select from public.offers x where x.wait_id = e.id and x.created_at < f.created_at and (x.ended_at is null or x.ended_at > f.created_at))`,
    )
  },
)
