import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import cases from '../../src/shop/payments/reference-cases.json' with { type: 'json' }
import { gridSeat, openSaleDatabase, type Line, type Refusal, type SaleDatabase } from './sale-database.ts'

/** One run of a race proves little. */
const RUNS = 12

let shop: SaleDatabase
let admin: string
let colleague: string
let event: string
let category: string
let reference = 600_000_000_000

beforeAll(async () => {
  shop = await openSaleDatabase()
  admin = await shop.admin()
  colleague = await shop.admin()
})
afterAll(async () => {
  await shop?.stop()
})
beforeEach(async () => {
  event = await shop.event()
  category = await shop.category(event, 200)
})

const line = (...seats: string[]): Line[] => [{ ticket_category_id: category, seats }]
const nextReference = (): string => String((reference += 1))
const codes = (answers: ({ answer: unknown } | { refusal: Refusal })[]): string[] =>
  answers.map((one) => ('answer' in one ? 'ok' : one.refusal.code)).sort()
const runs = Array.from({ length: RUNS }, (_, run) => run)

async function submitted(customer: string, seats: string[], sent = nextReference(), of = category): Promise<string> {
  const answer = await shop.submit(customer, randomUUID(), sent, [{ ticket_category_id: of, seats }])
  if ('refusal' in answer) throw new Error(answer.refusal.code)
  return answer.answer.payment_id
}

describe('two at once', () => {
  it('want the same seat: one holds, the other gets the lost seat’s name and can keep the rest', async () => {
    for (const run of runs) {
      const [asha, bela] = [await shop.customer('asha'), await shop.customer('bela')]
      const [orderOfAsha, orderOfBela] = [randomUUID(), randomUUID()]
      const shared = gridSeat(run * 3)
      const [own, other] = [gridSeat(run * 3 + 1), gridSeat(run * 3 + 2)]
      const answers = await Promise.all([
        shop.hold(asha, orderOfAsha, line(own, shared)),
        shop.hold(bela, orderOfBela, line(shared, other)),
      ])
      expect(codes(answers)).toEqual(['ok', 'seats_taken'])
      const lost = answers.find((one) => 'refusal' in one) as { refusal: Refusal }
      expect(JSON.parse(lost.refusal.detail)).toEqual(line(shared))
      const rest =
        'refusal' in answers[0] ? shop.hold(asha, orderOfAsha, line(own)) : shop.hold(bela, orderOfBela, line(other))
      expect('answer' in (await rest)).toBe(true)
    }
  })

  it('take each other’s released seats without a deadlock', async () => {
    const customers = await Promise.all(runs.map((n) => shop.customer(`customer ${n}`)))
    const orders = customers.map(() => randomUUID())
    const before = shop.retries()
    for (const shift of [0, 3, 6, 9, 4, 1, 8]) {
      await Promise.all(
        customers.map((customer, n) => {
          const seats = Array.from({ length: 10 }, (_, k) => gridSeat(((n * 5 + shift * 7 + k * 3) % 100) + 1))
          return shop.hold(customer, orders[n]!, line(...new Set(seats)))
        }),
      )
    }
    expect(shop.retries() - before).toBe(0)
  })

  it('send the same order from two tabs with retries: one payment', async () => {
    for (const run of runs) {
      const customer = await shop.customer('asha')
      const order = randomUUID()
      const sent = nextReference()
      await shop.hold(customer, order, line(gridSeat(run)))
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => shop.submit(customer, order, sent, line(gridSeat(run)))),
      )
      expect(new Set(answers.map((one) => ('answer' in one ? one.answer.payment_id : one.refusal.code))).size).toBe(1)
      const [row] = await shop.sql`select count(*)::int as n from public.payments where order_id = ${order}`
      expect(row!.n).toBe(1)
    }
  })

  it('renew an expired hold while its price is raised: both get one price, which is kept', async () => {
    for (const run of runs) {
      const customer = await shop.customer('asha')
      const order = randomUUID()
      const seat = line(gridSeat(run))
      await shop.hold(customer, order, seat)
      await shop.sql`update public.seat_claims set expires_at = now() - interval '1 second' where order_id = ${order}`
      await shop.sql`update private.orders set expires_at = now() - interval '1 second' where id = ${order}`
      const [, ...answers] = await Promise.all([
        shop.sql`update public.ticket_categories set price = price + 1000 where id = ${category}`,
        shop.hold(customer, order, seat),
        shop.hold(customer, order, seat),
      ])
      expect(codes(answers)).toEqual(['ok', 'ok'])
      const totals = answers.map((one) => ('answer' in one ? (one.answer as { total: number }).total : null))
      expect(totals[0]).toBe(totals[1])
      const again = await shop.hold(customer, order, seat)
      expect('answer' in again && (again.answer as { total: number }).total).toBe(totals[0])
    }
  })

  it('pick standing places while a hold of the order ends: no place is named twice', async () => {
    const customer = await shop.customer('asha')
    const order = randomUUID()
    const [floor] = await shop.sql<{ id: string }[]>`
      insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing)
      values (${event}, 'Floor', 500, 10, true) returning id`
    await shop.hold(customer, order, [{ ticket_category_id: floor!.id, count: 1 }] as never)
    let picked: Promise<{ places: string[] }[]>
    await shop.sql.begin(async (tx) => {
      // Stops the picking after it has read what the order holds.
      await tx`lock table private.hold_usage in access exclusive mode`
      picked = shop.sql`select private.take_places(${floor!.id}, 2, ${customer}, ${order}) as places`.then((rows) => [
        ...rows,
      ]) as typeof picked
      await expect
        .poll(() => tx`select from pg_locks where relation = 'private.hold_usage'::regclass and not granted`, {
          timeout: 20_000,
        })
        .toHaveLength(1)
      await tx`update public.seat_claims set expires_at = '-infinity' where order_id = ${order}`
    })
    const [answer] = await picked!
    expect(new Set(answer!.places).size).toBe(2)
  })

  it('invent the same order id: it belongs to the first', async () => {
    for (const run of runs) {
      const order = randomUUID()
      const customers = [await shop.customer('asha'), await shop.customer('bela')]
      const answers = await Promise.all(
        customers.map((customer, n) => shop.hold(customer, order, line(gridSeat(run * 2 + n)))),
      )
      expect(codes(answers)).toEqual(['ok', 'other_user'])
    }
  })

  it('send one reference of a customer for two orders: the second is refused', async () => {
    for (const run of runs) {
      const customer = await shop.customer('asha')
      const sent = nextReference()
      const answers = await Promise.all(
        [0, 1].map((n) => shop.submit(customer, randomUUID(), sent, line(gridSeat(run * 2 + n)))),
      )
      expect(codes(answers)).toEqual(['ok', 'transaction_used'])
    }
  })

  it('pay for the same free seat without a hold: both are recorded, one has the seat', async () => {
    for (const run of runs) {
      const payments = await Promise.all(
        ['asha', 'bela'].map(async (name) => submitted(await shop.customer(name), [gridSeat(run)])),
      )
      const [row] =
        await shop.sql`select count(*)::int as n from public.seat_claims where payment_id in ${shop.sql(payments)}`
      expect(row!.n).toBe(1)
      const answers = await Promise.all(payments.map((payment) => shop.review(admin, payment, 'approved')))
      expect(codes(answers)).toEqual(['ok', 'seats_lost'])
    }
  })

  it('make the same decision on a payment: both get the same tickets', async () => {
    for (const run of runs) {
      const payment = await submitted(await shop.customer('asha'), [gridSeat(run)])
      const answers = await Promise.all(Array.from({ length: 6 }, () => shop.review(admin, payment, 'approved')))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(codes(answers)[0]).toBe('ok')
      const [row] = await shop.sql`select count(*)::int as n from public.user_tickets where payment_id = ${payment}`
      expect(row!.n).toBe(1)
    }
  })

  it('make different decisions on a payment: the later is refused', async () => {
    for (const run of runs) {
      const payment = await submitted(await shop.customer('asha'), [gridSeat(run)])
      const answers = await Promise.all([
        shop.review(admin, payment, 'approved'),
        shop.review(colleague, payment, 'rejected'),
      ])
      expect(codes(answers)).toEqual(['already_decided', 'ok'])
    }
  })

  it('approve one reference for two customers: the later is refused', async () => {
    for (const run of runs) {
      const sent = nextReference()
      const payments = [
        await submitted(await shop.customer('asha'), [gridSeat(run * 2)], sent),
        await submitted(await shop.customer('bela'), [gridSeat(run * 2 + 1)], sent),
      ]
      const answers = await Promise.all([
        shop.review(admin, payments[0]!, 'approved'),
        shop.review(colleague, payments[1]!, 'approved'),
      ])
      expect(codes(answers)).toEqual(['ok', 'reference_approved'])
    }
  })

  /** A bank credit with its balance; `import_bank_rows` merges another export of it. */
  const imports = (utrs: string[], balance: number, narration: string) =>
    shop.call(
      admin,
      (tx) =>
        tx`select public.import_bank_rows(${tx.json([
          { booked_on: '2026-11-20', amount: 1800, narration, utrs, balance, occurrence: 1 },
        ])}) as answer`,
    )

  it('approve two payments that name one credit by different numbers: one gets it', async () => {
    // Decisions about one category wait for each other, whatever they do with credits.
    const elsewhere = await shop.category(await shop.event(), 200)
    for (const run of runs) {
      const sent = [nextReference(), nextReference()]
      const payments = [
        await submitted(await shop.customer('asha'), [gridSeat(run)], sent[0]),
        await submitted(await shop.customer('bela'), [gridSeat(run)], sent[1], elsewhere),
      ]
      if (run % 2 === 0) await imports(sent, 10_000 + run, `${run} with both`)
      else for (const utr of sent) await imports([utr], 10_000 + run, `${run} with ${utr}`)
      const answers = await Promise.all([
        shop.review(admin, payments[0]!, 'approved'),
        shop.review(colleague, payments[1]!, 'approved'),
      ])
      expect(codes(answers)).toEqual(['credit_used', 'ok'])
      const kept = await shop.sql`select payment_id from public.credits where utrs @> ${sent}`
      expect(kept).toEqual([{ payment_id: payments['answer' in answers[0] ? 0 : 1] }])
    }
  })

  it('approve a payment while the bank takes its credit back: in either order staff see it, and the money is none', async () => {
    for (const run of runs) {
      const sent = nextReference()
      const payment = await submitted(await shop.customer('asha'), [gridSeat(run)], sent)
      const row = {
        booked_on: '2026-11-20',
        amount: 1800,
        narration: `UPI ${sent}`,
        utrs: [sent],
        balance: null,
        occurrence: 1,
      }
      await imports([sent], 30_000 + run, `UPI ${sent}`)
      const answers = await Promise.all([
        shop.review(admin, payment, 'approved'),
        shop.call(
          colleague,
          (tx) =>
            tx`select public.import_bank_rows('[]', p_debits => ${tx.json([{ ...row, narration: `REV ${sent}` }])}) as answer`,
        ),
      ])
      expect(codes(answers)).toEqual(['ok', 'ok'])
      const [found] = await shop.sql`
        select b.set_aside_reason, w.warnings @> '[{"code": "credit_reversed"}]' as warned
        from public.credits b, private.payment_warnings w where b.utrs = ${[sent]} and w.payment_id = ${payment}`
      expect(found).toEqual({ set_aside_reason: 'The bank took it back on 20 Nov 2026', warned: true })
    }
  })

  it('import two exports of one account: each credit once, with both its numbers', async () => {
    for (const run of runs) {
      const sent = [nextReference(), nextReference()]
      const answers = await Promise.all(sent.map((utr) => imports([utr], 20_000 + run, `${run} with ${utr}`)))
      expect(codes(answers)).toEqual(['ok', 'ok'])
      const kept = await shop.sql`select utrs from public.credits where balance = ${20_000 + run}`
      expect(kept).toEqual([{ utrs: sent }])
    }
  })

  it('approve the first tickets of an event: signed by one key', async () => {
    for (const _ of runs) {
      const here = await shop.event()
      const own = await shop.category(here, 20)
      const payments = await Promise.all(
        ['A1', 'A2', 'A3', 'A4'].map(async (seat) =>
          submitted(await shop.customer('asha'), [seat], nextReference(), own),
        ),
      )
      await Promise.all(payments.map((payment) => shop.review(admin, payment, 'approved')))
      const [row] = await shop.sql`
        select count(*)::int as tickets, (select count(*)::int from private.event_keys where event_id = ${here}) as keys
        from public.user_tickets where event_id = ${here}`
      expect(row).toEqual({ tickets: 4, keys: 1 })
    }
  })

  it('give the same seat to two payments: one gets it', async () => {
    for (const run of runs) {
      const payments = [
        await submitted(await shop.customer('asha'), [gridSeat(run * 3)]),
        await submitted(await shop.customer('bela'), [gridSeat(run * 3 + 1)]),
      ]
      const answers = await Promise.all(
        payments.map((payment) =>
          shop.call(
            admin,
            (tx) =>
              tx`select public.reassign_seats(${payment}, ${tx.json(line(gridSeat(run * 3 + 2)) as never)}) as answer`,
          ),
        ),
      )
      expect(codes(answers)).toEqual(['ok', 'seats_taken'])
    }
  })

  it('send the same scans in two orders: each is recorded once', async () => {
    const here = await shop.event()
    await shop.sql`update public.events set date = now() + interval '1 hour' where id = ${here}`
    const scans = Array.from({ length: 200 }, () => {
      const at = new Date().toISOString()
      const said = { verdict: 'NOT VALID', gate: 'Gate A', device: 'phone', scanned_at: at, sent_at: at }
      return { id: randomUUID(), event_id: here, ticket_id: 'x', seats: [], ...said }
    })
    const answers = await Promise.all(
      [scans, scans.toReversed()].map((sent) =>
        shop.call<{ answers: { ok: boolean }[] }>(
          admin,
          (tx) => tx`select public.record_scans(${tx.json(sent)}::json) as answer`,
        ),
      ),
    )
    for (const one of answers)
      expect('answer' in one && one.answer.answers.filter(({ ok }) => ok)).toHaveLength(scans.length)
    const [row] = await shop.sql`select count(*)::int as n from public.ticket_scans where event_id = ${here}`
    expect(row!.n).toBe(scans.length)
  })

  it('cancel an event while seats are held: none is held afterwards', async () => {
    for (const _ of runs) {
      const here = await shop.event()
      const own = await shop.category(here, 50)
      const customers = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => shop.customer(`customer ${n}`)))
      const answers = await Promise.all([
        ...customers.map((customer, n) =>
          shop.hold(customer, randomUUID(), [{ ticket_category_id: own, seats: [gridSeat(n), gridSeat(n + 10)] }]),
        ),
        shop.call(admin, (tx) => tx`select public.cancel_event(${here}, 'Rain') as answer`),
      ])
      expect(codes(answers).every((code) => code === 'ok' || code === 'not_on_sale')).toBe(true)
      const [row] = await shop.sql`select count(*)::int as n from public.seat_claims where event_id = ${here}`
      expect(row!.n).toBe(0)
    }
  })

  it('delete a category while it is bought: deleted or in use, the payment recorded either way', async () => {
    const outcomes = new Set<string>()
    for (const run of runs) {
      const own = await shop.category(event, 50)
      const [asha, bela] = [await shop.customer('asha'), await shop.customer('bela')]
      const lines = [{ ticket_category_id: own, seats: ['A1'] }]
      const [deleted, held, paid] = await Promise.all([
        shop.call(admin, (tx) => tx`delete from public.ticket_categories where id = ${own}`),
        run % 2 === 0 ? shop.hold(asha, randomUUID(), lines) : undefined,
        shop.submit(bela, randomUUID(), nextReference(), lines),
      ])
      expect('answer' in paid).toBe(true)
      if (held && 'refusal' in held) expect(['not_on_sale', 'seats_taken']).toContain(held.refusal.code)
      if ('refusal' in deleted) expect(deleted.refusal.code).toBe('in_use')
      const [row] = await shop.sql`
        select count(l.ticket_category_id)::int as kept, count(l.gone_category_id)::int as gone
        from public.payment_lines l where coalesce(l.ticket_category_id, l.gone_category_id) = ${own}`
      expect(row).toEqual('refusal' in deleted ? { kept: 1, gone: 0 } : { kept: 0, gone: 1 })
      outcomes.add('refusal' in deleted ? 'in use' : 'deleted')
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  it('raise the box office while customers hold: sold seats are counted, and no seat is both', async () => {
    const own = await shop.category(event, 100)
    const customers = await Promise.all(Array.from({ length: 10 }, (_, n) => shop.customer(`customer ${n}`)))
    const answers = await Promise.all([
      ...customers.map((customer, n) =>
        shop.hold(customer, randomUUID(), [
          { ticket_category_id: own, seats: [0, 1, 2, 3].map((k) => gridSeat(n * 4 + k)) },
        ]),
      ),
      shop.call(admin, (tx) => tx`update public.ticket_categories set tickets_sold = 70 where id = ${own}`),
    ])
    expect(codes(answers).every((code) => ['ok', 'seats_taken', 'not_enough_free_seats'].includes(code))).toBe(true)
    const [row] = await shop.sql`
      select tickets_sold, (select count(*)::int from public.seat_claims s where s.ticket_category_id = c.id and state = 'sold') as sold,
        (select count(*)::int from public.seat_claims s where s.ticket_category_id = c.id) as claims
      from public.ticket_categories c where id = ${own}`
    expect(row!.tickets_sold).toBe(row!.sold)
    expect(row!.claims).toBeLessThanOrEqual(100)
  })

  it('keep seats from the sale while customers hold them: each seat has one owner, and the numbers add up', async () => {
    const outcomes = new Set<string>()
    for (const run of runs) {
      const own = await shop.category(event, 50)
      const customers = await Promise.all([0, 1, 2].map((n) => shop.customer(`customer ${n}`)))
      const seats = [0, 1, 2, 3, 4, 5].map((n) => gridSeat(n))
      const keep = () =>
        shop.call(admin, (tx) => tx`select public.keep_seats(${own}, ${seats.slice(run % 3)}, 'Sponsor') as answer`)
      const [kept, again, ...held] = await Promise.all([
        keep(),
        keep(),
        ...customers.map((customer, n) =>
          shop.hold(customer, randomUUID(), [{ ticket_category_id: own, seats: seats.slice(n * 2, n * 2 + 2) }]),
        ),
      ])
      for (const code of codes([kept, again, ...held])) expect(['ok', 'seats_taken']).toContain(code)
      const [row] = await shop.sql`
        select tickets_kept, (select count(*)::int from public.seat_claims s where s.ticket_category_id = c.id and state = 'kept') as kept
        from public.ticket_categories c where id = ${own}`
      expect(row!.tickets_kept).toBe(row!.kept)
      expect([0, seats.length - (run % 3)]).toContain(row!.kept)
      outcomes.add(codes([kept])[0]!)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
})

async function approveAll(by: string, payments: string[]): Promise<{ payment_id: string; ok: boolean }[]> {
  const said = await shop.call<{ payment_id: string; ok: boolean }[]>(
    by,
    (tx) => tx`select public.review_payments(${payments}) as answer`,
  )
  if ('refusal' in said) throw new Error(said.refusal.code)
  return said.answer
}

describe('two approvals of many payments at once', () => {
  it('approve the same payments in opposite orders while customers buy, without a deadlock', async () => {
    const before = shop.retries()
    for (const run of runs) {
      const customers = await Promise.all([0, 1, 2, 3, 4].map((n) => shop.customer(`customer ${n}`)))
      const payments = await Promise.all(customers.map((customer, n) => submitted(customer, [gridSeat(run * 5 + n)])))
      const [forwards, backwards] = await Promise.all([
        approveAll(admin, payments),
        approveAll(colleague, [...payments].reverse()),
        ...customers.map((customer, n) =>
          shop.hold(customer, randomUUID(), [
            {
              ticket_category_id: category,
              seats: [gridSeat(100 + run * 5 + ((n + 1) % 5)), gridSeat(100 + run * 5 + n)],
            },
          ]),
        ),
      ])
      expect([...forwards, ...backwards].map((one) => one.ok)).toEqual(Array.from({ length: 10 }, () => true))
    }
    expect(shop.retries() - before).toBe(0)
  })

  it('approve a reference of two customers once, without a deadlock', async () => {
    const elsewhere = await shop.category(await shop.event(), 200)
    const before = shop.retries()
    for (const run of runs) {
      const [asha, bela] = [await shop.customer('asha'), await shop.customer('bela')]
      const sent = [0, 1, 2, 3, 4].map(nextReference)
      const here = await Promise.all(sent.map((one, n) => submitted(asha, [gridSeat(run * 5 + n)], one)))
      const away = await Promise.all(sent.map((one, n) => submitted(bela, [gridSeat(run * 5 + n)], one, elsewhere)))
      const [forwards, backwards] = await Promise.all([
        approveAll(admin, here),
        approveAll(colleague, [...away].reverse()),
      ])
      expect(forwards.map((one) => one.payment_id)).toEqual(here)
      expect(backwards.map((one) => one.payment_id)).toEqual([...away].reverse())
      const outcomes = sent.map((_, n) => [forwards[n]!, backwards[4 - n]!].map((one) => one.ok).sort())
      expect(outcomes).toEqual(sent.map(() => [false, true]))
    }
    expect(shop.retries() - before).toBe(0)
  })

  it('approve the first tickets of the same events in opposite orders, without a deadlock', async () => {
    const before = shop.retries()
    for (const _ of runs) {
      const events = await Promise.all([0, 1, 2, 3].map(() => shop.event()))
      // Own categories for each approval, since those are locked in order first.
      const payments = async (): Promise<string[]> => {
        const categories = await Promise.all(events.map((one) => shop.category(one, 20)))
        return Promise.all(
          categories.map(async (own) => submitted(await shop.customer('asha'), ['A1'], nextReference(), own)),
        )
      }
      const [first, second] = [await payments(), (await payments()).reverse()]
      const answers = await Promise.all([approveAll(admin, first), approveAll(colleague, second)])
      expect(answers.flat().every((one) => one.ok)).toBe(true)
    }
    expect(shop.retries() - before).toBe(0)
  })
})

it('a PostgreSQL compares references as the embedded database does', async () => {
  const { sql } = shop
  const found = await sql<{ stored: string; key: string; typed: string }[]>`
    select private.normal_reference(c ->> 'sent') as stored, private.normal_reference(c ->> 'typed') as typed,
      private.reference_key(c ->> 'stored') as key
    from jsonb_array_elements(${sql.json(cases)}) with ordinality as x (c, n) order by n`
  expect(found.map((row) => ({ ...row }))).toEqual(
    cases.map(({ stored, key, hidden }, at) => ({ stored, key, typed: hidden ? '' : found[at]!.typed })),
  )
})
