import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

const ROUNDS = 8

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(6)
})
afterAll(() => shop?.stop())

const paid = async (admin: string, refundId: string, utr: string, upiId: string) =>
  shop.call<string>(admin, (tx) => tx`select (public.mark_refunded(${refundId}, ${utr}, ${upiId})).utr as answer`)

async function customerWithId(name: string): Promise<string> {
  const id = await shop.customer(name)
  await shop.sql`update public.profiles set refund_upi_id = ${`${name}@bank`} where id = ${id}`
  return id
}

async function submitted(customer: string, category: string, seat: string, reference: string): Promise<string> {
  const answer = await shop.submit(customer, randomUUID(), reference, [{ ticket_category_id: category, seats: [seat] }])
  if (!('answer' in answer)) throw new Error(answer.refusal.code)
  return answer.answer.payment_id
}

it('money of one reference is either refunded or buys a ticket', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const event = await shop.event()
  const category = await shop.category(event, 100)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const customer = await customerWithId(`asha${round}`)
    const reference = String(700_000_000_000 + round)
    const rejected = await submitted(customer, category, `A${round}`, reference)
    await shop.review(first, rejected, 'rejected')
    const again = await submitted(customer, category, `B${round}`, reference)
    const started = await shop.call<string>(
      first,
      (tx) => tx`select (public.start_refund(${rejected}, null, null, 'Paid twice')).id as answer`,
    )
    if (!('answer' in started)) throw new Error(started.refusal.code)
    const utr = String(800_000_000_000 + round)
    const [back, bought] = await Promise.all([
      paid(first, started.answer, utr, `asha${round}@bank`),
      shop.review(second, again, 'approved'),
    ])
    expect([back, bought].filter((one) => 'answer' in one)).toHaveLength(1)
    const [sums] = await shop.sql<{ back: number; bought: number }[]>`
      select (select count(*)::integer from public.refunds where payment_id = ${rejected} and status = 'refunded') as back,
        (select count(*)::integer from public.user_tickets where payment_id = ${again}) as bought`
    expect(sums!.back + sums!.bought).toBe(1)
  }
})

it('one of two admins who record the same refund is refused, and one transfer pays one customer', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const event = await shop.event()
  const category = await shop.category(event, 100)
  const refunds: string[] = []
  for (const name of ['ravi', 'meera']) {
    const customer = await customerWithId(name)
    const payment = await submitted(
      customer,
      category,
      name === 'ravi' ? 'A1' : 'A2',
      name === 'ravi' ? '711111111112' : '711111111113',
    )
    await shop.review(first, payment, 'approved')
  }
  await shop.call(first, (tx) => tx`select public.cancel_event(${event}, 'Rain')::text as answer`)
  for (const upiId of ['ravi@bank', 'meera@bank']) {
    const [row] = await shop.sql<{ id: string }[]>`select id from public.refunds where upi_id = ${upiId}`
    refunds.push(row!.id)
  }
  const twice = await Promise.all([
    paid(first, refunds[0]!, '811111111111', 'ravi@bank'),
    paid(second, refunds[0]!, '811111111112', 'ravi@bank'),
  ])
  expect(twice.filter((one) => 'answer' in one)).toHaveLength(1)
  expect(twice.find((one) => 'refusal' in one)).toMatchObject({ refusal: { code: 'already_decided' } })
  const used = 'answer' in twice[0] ? '811111111111' : '811111111112'
  expect(await paid(second, refunds[1]!, used, 'meera@bank')).toMatchObject({ refusal: { code: 'transaction_used' } })
})

it('a refund is in one file for the bank, and is paid once: by the file, or by itself after it was cancelled', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const before = shop.retries()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const event = await shop.event()
    const category = await shop.category(event, 100)
    for (const seat of ['A1', 'A2', 'A3']) {
      const customer = await customerWithId(`payout${round}${seat}`)
      const payment = await submitted(customer, category, seat, String(720_000_000_000 + round * 10 + Number(seat[1])))
      await shop.review(first, payment, 'approved')
    }
    await shop.call(first, (tx) => tx`select public.cancel_event(${event}, 'Rain')::text as answer`)
    const owed = await shop.sql<{ id: string; upi_id: string }[]>`
      select id, upi_id from public.refunds where upi_id like ${`payout${round}A%`} order by id`
    const makes = (admin: string, rows: { id: string; upi_id: string }[]) =>
      shop.call<string>(
        admin,
        (tx) => tx`
          select public.make_payout(${randomUUID()}, 'plain', ${tx.json(
            rows.map(({ id, upi_id }) => ({ refund_id: id, amount: 1800, upi_id, way: 'upi' })),
          )}) ->> 'id' as answer`,
      )
    const made = await Promise.all([makes(first, owed), makes(second, owed.toReversed())])
    const [payout] = made.flatMap((one) => ('answer' in one ? [one.answer] : []))
    expect(made.flatMap((one) => ('refusal' in one ? [one.refusal.code] : []))).toEqual(['changed_meanwhile'])

    const ofFile = `BULK${820_000 + round}`
    const sends = (admin: string) =>
      shop.call<string>(admin, (tx) => tx`select public.mark_payout_sent(${payout!}, ${ofFile}) ->> 'sent' as answer`)
    const [cancelled, ...sent] = await Promise.all([
      shop.call<string>(second, (tx) => tx`select public.cancel_payout(${payout!})::text as answer`),
      sends(first),
      sends(second),
      ...owed.map(({ id, upi_id }, n) => paid(first, id, String(830_000_000_000 + round * 10 + n), upi_id)),
    ])
    const isSent = sent.slice(0, 2).every((one) => 'answer' in one && one.answer === '3')
    expect('answer' in cancelled).toBe(!isSent)
    expect(sent.slice(2).some((one) => 'answer' in one && isSent)).toBe(false)
    const utrs = await shop.sql<{ utr: string }[]>`
      select utr from public.refunds where id in ${shop.sql(owed.map(({ id }) => id))} and status = 'refunded'`
    expect(utrs.filter(({ utr }) => utr === ofFile)).toHaveLength(isSent ? 3 : 0)
    expect(utrs).toHaveLength(isSent ? 3 : sent.slice(2).filter((one) => 'answer' in one).length)
  }
  expect(shop.retries() - before).toBe(0)
})

/** Brings a credit of today as a bank's mail does. */
const credited = (amount: number, note: string) =>
  shop.sql`select public.take_proof(${shop.sql.json({
    source: 'mail',
    external_id: randomUUID(),
    credited_at: new Date().toISOString(),
    amount: amount.toFixed(2),
    utr: String(Math.floor(600_000_000_000 + Math.random() * 99_999_999_999)),
    note,
    payer_vpa: null,
    certain: true,
    content: {},
  })}) as answer`

/** An order of 1,800 rupees that waits, with a credit of its price. */
async function paidOrder(name: string): Promise<{ payment: string; code: string; event: string }> {
  const customer = await customerWithId(name)
  const event = await shop.event()
  const [order, category] = [randomUUID(), await shop.category(event, 10)]
  const lines = [{ ticket_category_id: category, seats: ['A1'] }]
  await shop.hold(customer, order, lines)
  const [row] = await shop.sql<{ code: string }[]>`select order_code as code from private.orders where id = ${order}`
  await credited(1800, row!.code)
  const [made] = await shop.sql<{ id: string }[]>`select id from public.payments where order_id = ${order}`
  return { payment: made!.id, code: row!.code, event }
}

const owedOf = async (payment: string) =>
  shop.sql<{ id: string; reason: string; status: string; amount: string }[]>`
    select id, reason, status, amount::text from public.refunds where payment_id = ${payment} order by reason, status`

it('too much is owed once, whatever comes first: two approvals, a second payment, the cancellation', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const before = shop.retries()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { payment, code, event } = await paidOrder(`twice${round}`)
    const isCancelled = round % 2 === 0
    await Promise.all([
      shop.review(first, payment, 'approved'),
      credited(1800, code),
      shop.review(second, payment, 'approved'),
      isCancelled ? shop.call(first, (tx) => tx`select public.cancel_event(${event}, 'Rain')::text as answer`) : null,
    ])
    await shop.sql`select public.settle_open_credits()`
    expect((await owedOf(payment)).map(({ reason, amount }) => `${reason} ${amount}`)).toEqual([
      ...(isCancelled ? ['cancelled 1800.00'] : []),
      'overpaid 1800.00',
    ])
  }
  expect(shop.retries() - before).toBe(0)
})

it('what grows while it is marked, or loses its import, is paid back once and no more than came', async () => {
  const admin = await shop.admin()
  const mark = (refund: string, amount: number, upiId: string) =>
    shop.call<string>(
      admin,
      (tx) => tx`
        select (public.mark_refunded(${refund}, ${String(900_000_000_000 + Math.floor(Math.random() * 1e9))}, ${upiId},
          false, ${amount})).status as answer`,
    )
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { payment, code } = await paidOrder(`grows${round}`)
    await shop.review(admin, payment, 'approved')
    await credited(1800, code)
    const [owed] = await owedOf(payment)
    const [marked] = await Promise.all([mark(owed!.id, 1800, `grows${round}@bank`), credited(200, code)])
    expect((await owedOf(payment)).map(({ status, amount }) => `${status} ${amount}`)).toEqual(
      'answer' in marked ? ['refunded 1800.00', 'requested 200.00'] : ['requested 2000.00'],
    )

    const undone = await paidOrder(`undone${round}`)
    await shop.review(admin, undone.payment, 'approved')
    const wrong = randomUUID()
    await shop.call(
      admin,
      (tx) =>
        tx`select public.import_bank_rows(${tx.json([
          {
            booked_on: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
            amount: 300,
            narration: undone.code,
            utrs: [],
            balance: null,
            occurrence: 1,
          },
        ])}, ${wrong}) as answer`,
    )
    const [shown] = await owedOf(undone.payment)
    const [sent, gone] = await Promise.all([
      mark(shown!.id, 300, `undone${round}@bank`),
      shop.call(admin, (tx) => tx`select public.take_back_bank_import(${wrong}) as answer`),
    ])
    expect([sent, gone].filter((one) => 'answer' in one)).toHaveLength(1)
    expect(await owedOf(undone.payment)).toHaveLength('answer' in sent ? 1 : 0)
  }
})

it('one transfer pays all that its order is owed, or nothing when more is recorded meanwhile', async () => {
  const [first, second] = [await shop.admin(), await shop.admin()]
  const event = await shop.event()
  const categories = [await shop.category(event, 100), await shop.category(event, 100)]
  const start = (admin: string, payment: string, ticket: string) =>
    shop.call<{ id: string; amount: string }>(
      admin,
      (tx) => tx`
        select jsonb_build_object('id', r.id, 'amount', r.amount::text) as answer
        from public.start_refund(${payment}, ${ticket}, null, 'Rain') as r`,
    )
  for (let round = 1; round <= ROUNDS; round += 1) {
    const lines = categories.map((one) => ({ ticket_category_id: one, seats: [`A${round}`] }))
    const sent = await shop.submit(
      await customerWithId(`two${round}`),
      randomUUID(),
      String(720_000_000_000 + round),
      lines,
    )
    if (!('answer' in sent)) throw new Error(sent.refusal.code)
    const payment = sent.answer.payment_id
    await shop.review(first, payment, 'approved')
    const tickets = await shop.sql<{ id: string }[]>`select id from public.user_tickets where payment_id = ${payment}`
    const owed = await start(first, payment, tickets[0]!.id)
    if (!('answer' in owed)) throw new Error(owed.refusal.code)
    const [marked, added] = await Promise.all([
      shop.call<string>(
        first,
        (tx) => tx`
          select (public.mark_refunded(${owed.answer.id}, ${String(820_000_000_000 + round)}, ${`two${round}@bank`}, false,
            ${owed.answer.amount}::numeric, 'upi', null, true)).status as answer`,
      ),
      start(second, payment, tickets[1]!.id),
    ])
    expect(added).toHaveProperty('answer')
    if (!('answer' in marked)) expect(marked).toMatchObject({ refusal: { code: 'amount_changed' } })
    const [row] = await shop.sql<{ rows: number; same: boolean; back: number }[]>`
      select count(transfer)::integer as rows, sum(transfer) = sum(amount) as same,
        count(*) filter (where status = 'refunded')::integer as back
      from public.refunds where payment_id = ${payment}`
    expect(row).toEqual('answer' in marked ? { rows: 2, same: true, back: 1 } : { rows: 1, same: true, back: 0 })
  }
})
