import { generateKeyPairSync } from 'node:crypto'
import type { Database, Sql } from '../../database/database.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import { BATCH, insertRows, makeCustomers, makeSingers } from './large-people.ts'
import {
  LARGE,
  largeSingers,
  PAYMENTS_PER_CUSTOMER,
  planLargeCatalogue,
  type Counts,
  type LargeCategory,
} from './large-plan.ts'
import { planSales, type Customer, type LargeSale } from './large-sales.ts'
import { keepPicture, PAYEE_VPA } from '../make-purchases.ts'
import { demoStaff, refundUpiId } from '../people.ts'
import { drawReceipt } from '../receipt.ts'

export interface LargeOptions {
  now: Date
  files: StoredFiles
  say: (text: string) => void
  upTo?: Counts
}

const PROGRESS_EVERY = 2_000

/** Their triggers would do the same row by row, for minutes. */
const filled = [
  'public.events',
  'public.ticket_categories',
  'public.payments',
  'public.payment_lines',
  'public.user_tickets',
  'public.seat_claims',
  'public.refunds',
]

async function countShop(sql: Sql): Promise<Counts> {
  const [counts] = await sql.query<Counts>(
    `select (select count(*) from public.events)::integer as events,
            (select count(*) from public.ticket_categories)::integer as categories,
            (select count(*) from public.payments)::integer as payments,
            (select count(*) from public.user_tickets)::integer as tickets`,
  )
  return counts!
}

async function makeCategories(sql: Sql, categories: readonly LargeCategory[], singers: readonly string[]) {
  const events = [...new Set(categories.map((one) => one.event))]
  await insertRows(
    sql,
    'public.events',
    events.map((event) => ({
      id: event.id,
      singer_id: singers[event.singer],
      city: event.city,
      venue: event.venue,
      date: event.date,
      genre: event.genre,
      status: event.cancelled ? 'cancelled' : 'scheduled',
      cancelled_reason: event.cancelled ? 'The venue is closed for repairs.' : null,
      revision: 1,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    })),
  )
  await insertRows(
    sql,
    'public.ticket_categories',
    categories.map((one) => ({
      id: one.id,
      event_id: one.event.id,
      name: one.name,
      price: one.price / 100,
      total_tickets: one.total,
      tickets_sold: one.sold,
      grid_columns: one.columns,
      revision: 1,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    })),
  )
}

async function sell(sql: Sql, options: LargeOptions, sales: LargeSale[]): Promise<void> {
  const all = (of: (sale: LargeSale) => Record<string, unknown>[]) => sales.flatMap(of)
  await insertRows(
    sql,
    'private.orders',
    all((sale) => [sale.order]),
  )
  await insertRows(
    sql,
    'private.order_prices',
    all((sale) => sale.prices),
  )
  await insertRows(
    sql,
    'public.payments',
    all((sale) => [sale.payment]),
  )
  await insertRows(
    sql,
    'public.payment_lines',
    all((sale) => sale.lines),
  )
  await insertRows(
    sql,
    'public.user_tickets',
    all((sale) => sale.tickets),
  )
  await insertRows(
    sql,
    'public.passes',
    all((sale) => sale.passes),
  )
  await insertRows(
    sql,
    'public.seat_claims',
    all((sale) => sale.claims),
  )
  // Only pending payments need a picture, which staff compare.
  for (const { payment } of sales.filter((sale) => sale.payment.status === 'pending')) {
    const picture = drawReceipt({
      amount: Number(payment['amount']),
      reference: String(payment['transaction_id']),
      at: new Date(String(payment['created_at'])),
      from: 'Demo customer',
      to: PAYEE_VPA,
    })
    const owner = String(payment['user_id'])
    await keepPicture(sql, options.files, { path: String(payment['screenshot_url']), owner, bytes: picture })
  }
}

/** Adds what triggers and customers would have left: history, refunds, messages. */
async function leaveTraces(sql: Sql, customers: readonly Customer[]): Promise<void> {
  const mine = customers.map((one) => one.id)
  await sql.query(
    `insert into public.audit_log (at, actor, action, "table", row_id, before, after)
     select p.reviewed_at, p.reviewed_by, 'update', 'payments', p.id::text,
         to_jsonb(p) || '{"status": "pending", "reviewed_at": null, "reviewed_by": null, "review_note": null}', to_jsonb(p)
       from public.payments p where p.user_id = any ($1::uuid[]) and p.reviewed_at is not null order by p.reviewed_at`,
    [mine],
  )
  await sql.query(
    `insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason, requested_at, asked_at)
     select t.id, t.payment_id, t.user_id, t.total_amount, $2, 'cancelled', now() - interval '1 day', now() - interval '1 day'
       from public.user_tickets t join public.events e on e.id = t.event_id
      where t.user_id = any ($1::uuid[]) and e.status = 'cancelled' and t.revoked_at is null and e.date > now()`,
    [mine, refundUpiId],
  )
  await sql.query(
    'select private.group_refunds(array(select r.payment_id from public.refunds r where r.user_id = any ($1::uuid[])))',
    [mine],
  )
  await sql.query(
    `select private.share_refunds(r.ids), private.post('refund', r.ids), private.post('payment', array(
         select p.id from public.payments p where p.user_id = any ($1::uuid[])))
       from (select array(select r.id from public.refunds r where r.user_id = any ($1::uuid[])) as ids) as r`,
    [mine],
  )
  await sql.query(
    `insert into public.contact_messages (id, user_id, name, email, topic, message, created_at, handled_at)
     select gen_random_uuid(), f.id, f.name, f.email, 'general', 'May I bring a small umbrella to the hall?',
         now() - make_interval(hours => f.n::integer), case when f.n > 40 then now() end
       from (select p.*, row_number() over (order by p.id) as n from public.profiles p where p.id = any ($1::uuid[])) as f
      where f.n <= 1200`,
    [mine],
  )
}

const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    issuer: privateKey,
    // The last bytes of their encodings (RFC 8410).
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  }
}

/** Fills a shop with the demo up to a large one's size; a second run adds nothing. All or nothing. */
export async function fillLarge(database: Database, options: LargeOptions): Promise<void> {
  const { say, now } = options
  const size = options.upTo ?? LARGE
  const there = await countShop(database)
  const payments = size.payments - there.payments
  const tickets = size.tickets - there.tickets
  if (payments <= 0 || tickets <= 0) return say('The shop is as large as it gets; nothing was added.')
  await database.transaction(async (sql) => {
    const singers = await makeSingers(sql)
    const customers = await makeCustomers(sql, Math.ceil(payments / PAYMENTS_PER_CUSTOMER))
    const [admin] = await sql.query<{ id: string }>('select id from auth.users where email = $1', [
      demoStaff.admin.email,
    ])
    for (const table of filled) await sql.run(`alter table ${table} disable trigger user`)
    const categories = planLargeCatalogue(now, size.events - there.events, size.categories - there.categories)
    const keys = new Map([...new Set(categories.map((one) => one.event.id))].map((id) => [id, newKey()]))
    await makeCategories(sql, categories, singers)
    say(`${keys.size} events, ${categories.length} categories, ${customers.length} customers.`)
    await insertRows(
      sql,
      'private.event_keys',
      [...keys].map(([id, { secret, publicKey }]) => ({
        event_id: id,
        key_number: 1,
        secret: bytea(secret),
        public_key: bytea(publicKey),
        created_at: now.toISOString(),
      })),
    )
    let batch: LargeSale[] = []
    let done = 0
    const flush = async (): Promise<void> => {
      await sell(sql, options, batch)
      done += batch.length
      batch = []
      if (done % PROGRESS_EVERY === 0 || done === payments) say(`${done} of ${payments} payments.`)
    }
    const reviewer = admin?.id ?? customers[0]!.id
    const plan = { now, categories, singers: largeSingers, customers, reviewer, payments, tickets }
    for (const sale of planSales({ ...plan, issuerOf: (id) => keys.get(id)!.issuer })) {
      batch.push(sale)
      if (batch.length === BATCH) await flush()
    }
    await flush()
    await sql.query(
      `update public.ticket_categories c set tickets_sold = s.sold
         from jsonb_to_recordset($1::text::jsonb) as s (id uuid, sold integer) where c.id = s.id and s.sold > 0`,
      [JSON.stringify(categories.map(({ id, sold }) => ({ id, sold })))],
    )
    await leaveTraces(sql, customers)
    for (const table of filled) await sql.run(`alter table ${table} enable trigger user`)
  })
  await database.run('analyze')
}
