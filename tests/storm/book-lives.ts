import { createHash } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import type { Random } from './random.ts'

/** Who and what the lives of orders are made of. */
export interface BookShop {
  sql: Sql
  admins: readonly [string, string]
  clerk: string
  customers: readonly string[]
  events: readonly string[]
  categories: readonly string[]
  /** A code that lowers prices. */
  code: string
}

type Step = (tx: TransactionSql) => Promise<unknown>

/** Dies in its transaction, as a server does that is killed. */
class Killed extends Error {}

const rowOf = (utr: string, amount: string) => ({ booked_on: '2026-11-05', amount, narration: `UPI/${utr}`, utrs: [utr], balance: null, occurrence: 1 }) // prettier-ignore

/**
 * One person after another does something with money, chosen at random: holds and submits, pays the price, less, more or twice,
 * decides, owes, refunds in every way, sells and undoes at the door, imports statements and takes them back, cancels,
 * and changes prices and the terms of tax.
 */
export function bookLives({ sql, admins, clerk, customers, events, categories, code }: BookShop, random: Random) {
  const done = new Map<string, number>()
  let serial = 100_000_000_000
  const newUtr = (): string => String((serial += 1 + random(50)))
  const any = async (query: string, ...values: (string | string[])[]): Promise<Record<string, string> | undefined> =>
    (await sql.unsafe<Record<string, string>[]>(`${query} order by random() limit 1`, values))[0]

  async function as(user: string, step: Step, dies: boolean): Promise<unknown> {
    return sql.begin(async (tx) => {
      const claims = JSON.stringify({ sub: user, role: 'authenticated' })
      await tx`select set_config('request.jwt.claim.sub', ${user}, true), set_config('request.jwt.claims', ${claims}, true),
        set_config('role', 'authenticated', true)`
      const [row] = (await step(tx)) as { answer: unknown }[]
      if (dies) throw new Killed()
      return row?.answer
    })
  }

  /** Imports a statement; `at` is the import, to take it back. */
  const imports = (credits: object[], debits: object[]): Step => {
    const at = random.uuid()
    return (tx) =>
      tx`select public.import_bank_rows(${tx.json(credits as never)}, ${at}, 'november.csv', 'statement', ${tx.json(debits as never)}) as answer`
  }

  async function buys(dies: boolean): Promise<void> {
    const customer = random.pick(customers)
    const order = random.uuid()
    const chosen = [random.pick(categories), ...(random.once(3) ? [random.pick(categories)] : [])]
    const lines: { ticket_category_id: string; seats: string[] }[] = []
    for (const category of new Set(chosen)) {
      const seats = await sql<{ seat: string }[]>`
        select s.seat from private.seats_of(${category}) s where not exists (
          select from public.seat_claims c where c.ticket_category_id = ${category} and c.seat = s.seat
            and (c.state <> 'held' or c.expires_at > now()))
        order by private.seat_order(s.seat) collate "C" limit ${1 + random(3)}`
      if (seats.length > 0) lines.push({ ticket_category_id: category, seats: seats.map(({ seat }) => seat) })
    }
    if (lines.length === 0) return
    const json = lines as never
    await as(customer, (tx) => tx`select public.hold_seats(${order}, ${tx.json(json)}, ${random.once(4) ? code : null}) as answer`, false) // prettier-ignore
    const [price] = await sql<
      { total: string }[]
    >`select sum(s)::text as total from private.orders o, unnest(o.shares) as s where o.id = ${order}`
    const total = Number(price?.total ?? 0)
    const utr = newUtr()
    const paid = random.once(6) ? total + 10 + random(500) : random.once(8) ? Math.max(1, total - 100) : total
    const credits = [rowOf(utr, paid.toFixed(2)), ...(random.once(10) ? [rowOf(newUtr(), total.toFixed(2))] : [])]
    const early = random.once(2)
    if (early && total > 0) await as(admins[0], imports(credits, []), false)
    if (random.once(12)) return
    const picture = createHash('sha256').update(order).digest('hex')
    await as(customer, (tx) => tx`
      select public.submit_payment(${order}, ${utr}, ${paid}, ${`${customer}/1764000000000-${order}.png`}, ${tx.json(json)}, ${picture}) as answer`, dies) // prettier-ignore
    if (!early && random.once(2) && total > 0) await as(admins[0], imports(credits, []), false)
  }

  const steps: Record<string, (dies: boolean) => Promise<unknown>> = {
    async decide(dies) {
      const payment = await any(`select id from public.payments where status = 'pending'`)
      if (payment) await as(random.pick(admins), (tx) => tx`
        select public.review_payment(${payment['id']!}, ${random.once(5) ? 'rejected' : 'approved'}, 'Looked at') as answer`, dies) // prettier-ignore
    },
    async owe(dies) {
      const ticket = await any(`
        select t.id, t.payment_id, t.total_amount::text as price from public.user_tickets t join public.payments p on p.id = t.payment_id
        where p.status = 'approved'`)
      const part = ticket && random.once(2) ? (Number(ticket['price']) * (1 + random(99))) / 100 : null
      if (ticket) await as(admins[0], (tx) => tx`
        select (public.start_refund(${ticket['payment_id']!}, ${random.once(3) ? null : ticket['id']!}, ${part === null ? null : part.toFixed(2)}, 'Asked')).id as answer`, dies) // prettier-ignore
    },
    async drop(dies) {
      const refund = await any(`select id from public.refunds where status = 'requested'`)
      if (refund) await as(admins[1], (tx) => tx`select public.drop_refund(${refund['id']!}) as answer`, dies)
    },
    async refund(dies) {
      const refund = await any(`
        select r.id, r.amount::text as amount, coalesce(r.upi_id, '') as upi, p.method from public.refunds r join public.payments p on p.id = r.payment_id
        where r.status = 'requested'`)
      if (!refund) return
      const way = random.pick(refund['method'] === 'card' ? ['card', 'bank'] : ['upi', 'bank', 'cash', 'other'])
      const utr = way === 'upi' || way === 'bank' ? newUtr() : null
      const to = { upi: 'who@okaxis', bank: '50100123456789 HDFC0001234', other: 'By cheque' }[way] ?? null
      await as(clerk, (tx) => tx`
        select (public.mark_refunded(${refund['id']!}, ${utr}, ${refund['upi'] || null}, true, ${refund['amount']!}, ${way}, ${way === 'upi' && refund['upi'] ? null : to})).id as answer`, dies) // prettier-ignore
      if (utr !== null && random.once(2)) await as(admins[0], imports([], [rowOf(utr, refund['amount']!)]), false)
    },
    async revoke(dies) {
      const ticket = await any(`select id from public.user_tickets where revoked_at is null`)
      if (ticket && random.once(3)) await as(admins[0], (tx) => tx`select public.revoke_tickets(array[${ticket['id']!}]::uuid[], 'Sold twice') as answer`, dies) // prettier-ignore
    },
    async door(dies) {
      const till = await any(`select id from public.tills where closed_at is null and opened_by = $1`, clerk)
      if (!till || random.once(9)) {
        const act = till
          ? (tx: TransactionSql) => tx`select public.close_till(${till['id']!}, ${random(5000)}) as answer`
          : (tx: TransactionSql) => tx`select public.open_till(${random.uuid()}, 'Gate', ${random(2000)}) as answer`
        await as(clerk, act, dies)
        return
      }
      if (random.once(4)) {
        const sum = random(400) - 200 || 5
        await as(
          clerk,
          (tx) => tx`select public.move_till_cash(${random.uuid()}, ${till['id']!}, ${sum}, 'Change') as answer`,
          dies,
        )
        return
      }
      const category = random.pick(categories)
      const [seat] = await sql<{ seat: string }[]>`
        select s.seat from private.seats_of(${category}) s where not exists (
          select from public.seat_claims c where c.ticket_category_id = ${category} and c.seat = s.seat) limit 1`
      if (!seat) return
      const order = random.uuid()
      const method = random.pick(['cash', 'cash', 'card', 'upi', 'complimentary'])
      const lines = [{ ticket_category_id: category, seats: [seat.seat] }] as never
      const priced = (await as(clerk, (tx) => tx`select public.price_at_door(${tx.json(lines)}, ${method}) as answer`, false)) as { total: number } // prettier-ignore
      await as(clerk, (tx) => tx`select public.sell_at_door(${order}, ${till['id']!}, ${tx.json(lines)}, ${method}, ${priced.total}) as answer`, dies) // prettier-ignore
      if (random.once(4))
        await as(clerk, (tx) => tx`select public.undo_door_sale(${order}, 'Wrong seat') as answer`, dies)
    },
    async bank(dies) {
      const credit = await any(
        `select id, amount::text as amount from public.credits where payment_id is null and returned_at is null`,
      )
      if (!credit || random.once(3))
        return as(admins[0], imports([rowOf(newUtr(), String(100 + random(2000)))], []), dies)
      const act = random.pick(['aside', 'open', 'back', 'reversed'])
      if (act === 'aside')
        return as(admins[0], (tx) => tx`select public.set_credit_aside(${credit['id']!}, 'Rent') as answer`, dies)
      if (act === 'open')
        return as(admins[0], (tx) => tx`select public.set_credit_aside(${credit['id']!}, null) as answer`, dies)
      if (act === 'back') return as(admins[0], (tx) => tx`select public.return_credit(${credit['id']!}, 'who@okaxis', ${newUtr()}) as answer`, dies) // prettier-ignore
      const utr = await any(`select utrs[1] as utr from public.credits where cardinality(utrs) > 0`)
      return utr && random.once(4)
        ? as(admins[0], imports([], [rowOf(utr['utr']!, credit['amount']!)]), dies)
        : undefined
    },
    async takeBack(dies) {
      const of = await any(`select import_id as id from public.credits where import_file is not null`)
      if (of && random.once(4))
        await as(admins[1], (tx) => tx`select public.take_back_bank_import(${of['id']!}) as answer`, dies)
    },
    async cancel(dies) {
      if (random.once(60))
        await as(admins[0], (tx) => tx`select (public.cancel_event(${random.pick(events)}, 'Rain')).id as answer`, dies)
    },
    // From now on prices include their GST, or it comes on top; totals are whole rupees, or not.
    terms: async () =>
      sql`insert into public.shop_terms (from_day, prices_include_gst, round_to_rupee)
        values ((now() at time zone 'Asia/Kolkata')::date, ${random.once(2)}, ${random.once(2)})
        on conflict (from_day) do update set prices_include_gst = excluded.prices_include_gst, round_to_rupee = excluded.round_to_rupee`,
    phase: async () =>
      sql`update public.ticket_categories set price = ${(50 + random(40)) * 25} where id = ${random.pick(categories)}`,
  }
  const kinds = [...Object.keys(steps), 'decide', 'decide', 'refund', 'door', 'owe']

  return {
    done,
    /** Begins a life, and lets a few others go on. What is refused, or killed, changes nothing. */
    async live(): Promise<void> {
      for (const kind of ['buys', ...Array.from({ length: 3 }, () => random.pick(kinds))]) {
        try {
          await (kind === 'buys' ? buys(random.once(15)) : steps[kind]!(random.once(15)))
          done.set(kind, (done.get(kind) ?? 0) + 1)
        } catch (error) {
          const code = (error as { code?: string }).code ?? ''
          const name = error instanceof Killed ? 'killed' : /^PT4\d\d$/.test(code) ? `${kind} refused` : ''
          if (name === '') throw error
          done.set(name, (done.get(name) ?? 0) + 1)
        }
      }
    },
  }
}

/** Each must return no row: the ledger against the tables that people know, not against its own view. */
const faults: Record<string, string> = {
  'the written ledger is not the rebuilt one': 'select * from private.ledger_faults()',
  'sales, taxes, fee and rounding are not the lines of approved payments less what refunds took': `
    select x.* from (select
        (select -coalesce(sum(l.amount), 0) from public.ledger l where l.account in ('sales', 'gst', 'local_tax', 'fee', 'rounding')) as booked,
        (select coalesce(sum(l.total_amount), 0) from public.payment_lines l join public.payments p on p.id = l.payment_id
          where p.status = 'approved' and not p.is_test)
        - (select coalesce(sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding), 0)
          from public.refund_shares s join public.refunds r on r.id = s.refund_id where r.status = 'refunded') as due) as x
    where x.booked <> x.due`,
  'what is owed is not the refunds that wait': `
    select x.* from (select
        (select -coalesce(sum(l.amount), 0) from public.ledger l where l.account = 'owed') as booked,
        (select coalesce(sum(r.amount), 0) from public.refunds r where r.status = 'requested') as due) as x where x.booked <> x.due`,
  'money that is here is not what came less what went': `
    select x.* from (select
        (select coalesce(sum(l.amount), 0) from public.ledger l
          where l.account in ('bank', 'gateway', 'sent', 'till', 'card', 'otherwise', 'float', 'difference')) as booked,
        (select coalesce(sum(b.amount), 0) from public.credits b
          where not b.is_shared and b.returned_at is null and not private.is_taken_back(b))
        + (select coalesce(sum(p.amount), 0) from public.payments p where p.status = 'approved' and p.method in ('cash', 'card'))
        - (select coalesce(sum(r.amount), 0) from public.refunds r where r.status = 'refunded') as due) as x
    where x.booked <> x.due`,
  'a closed till holds something': `
    select sum(l.amount) from public.ledger l where l.account = 'till' and l.kind = 'till' and not exists (
      select from public.tills t where t.closed_at is null)
    having sum(l.amount) <> -(select coalesce(sum(p.amount), 0) from public.payments p where p.status = 'approved' and p.method = 'cash')
      + (select coalesce(-sum(m.amount), 0) from public.till_moves m where m.refund_id is not null)`,
  'the settlement of a concert is not what the ledger says of it': `
    select e.id, v.account, v.settled, b.booked
    from public.events e
    cross join lateral (select private.settlement_figures(e.id) -> 'total' as t) as f
    cross join lateral (
      -- The ledger takes what is owed from sales and taxes when it is paid.
      select coalesce(sum(s.taxable), 0) as sales, coalesce(sum(s.gst + s.fee_gst), 0) as gst,
        coalesce(sum(s.local_tax), 0) as local_tax, coalesce(sum(s.fee), 0) as fee, coalesce(sum(s.rounding), 0) as rounding
      from public.refund_shares s join public.refunds r on r.id = s.refund_id and r.status = 'requested' where s.event_id = e.id) as o
    cross join lateral (values ('sales', (t ->> 'net')::numeric + o.sales), ('gst', (t ->> 'net_gst')::numeric + o.gst),
      ('local_tax', (t ->> 'net_local_tax')::numeric + o.local_tax), ('fee', (t ->> 'net_fee')::numeric + o.fee),
      ('rounding', (t ->> 'net_rounding')::numeric + o.rounding),
      ('promised', -(t ->> 'owed')::numeric)) as v (account, settled)
    cross join lateral (
      select -coalesce(sum(l.amount), 0) as booked from public.ledger l where l.event_id = e.id and l.account = v.account) as b
    where v.settled <> b.booked`,
  'a line is not its price with GST in it or on top, and its local tax and fee': `
    select l.id, o.includes_gst, x.on_top, l.gst_amount from public.payment_lines l
    join public.payments p on p.id = l.payment_id
    -- A sale at the door keeps no rates: it may be either.
    left join private.order_prices o on o.order_id = p.order_id and o.ticket_category_id = l.ticket_category_id
    cross join lateral (
      select l.total_amount - l.local_tax_amount - l.fee_amount - l.fee_gst_amount - l.rounding_amount - l.unit_price * l.quantity as on_top) as x
    where x.on_top <> case coalesce(o.includes_gst, x.on_top = 0) when true then 0 else l.gst_amount end`,
  'an order that rounds is not a whole rupee': `
    select p.order_code, x.total, x.rounding from public.payments p
    cross join lateral (
      select sum(l.total_amount) as total, sum(l.rounding_amount) as rounding from public.payment_lines l where l.payment_id = p.id) as x
    where x.rounding not between -0.50 and 0.50 or x.rounding <> 0 and x.total <> trunc(x.total)`,
  'an invoice is not the lines of its order': `
    select x.number from public.papers x join public.payment_lines l on l.payment_id = x.payment_id where x.kind <> 'credit_note'
    group by x.id having (x.totals ->> 'total')::numeric <> sum(l.total_amount)
      or (x.totals ->> 'taxable')::numeric <> sum(l.total_amount - l.gst_amount - l.fee_gst_amount - l.local_tax_amount - l.rounding_amount)`,
  'the refund of a ticket is not shared out whole': `
    select r.id from public.refunds r join public.refund_shares s on s.refund_id = r.id where r.ticket_id is not null
    group by r.id having sum(s.taxable + s.gst + s.local_tax + s.fee + s.fee_gst + s.rounding) <> r.amount`,
}

export async function faultsOfLedger(sql: Sql): Promise<string[]> {
  const found: string[] = []
  for (const [fault, text] of Object.entries(faults)) {
    const rows = await sql.unsafe(text)
    if (rows.length > 0) found.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}
