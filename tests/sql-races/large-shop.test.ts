import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyBooking, listBookings } from '../../src/shop/tickets/tickets-admin.api.ts'
import { readCatalogue } from '../../src/shop/catalogue/catalogue.api.ts'
import { readMyPayment } from '../../src/shop/payments/payments.api.ts'
import { readMyTickets, readMyWallet } from '../../src/shop/tickets/wallet.api.ts'
import { everyProfile } from '../../src/shop/people/users-admin.api.ts'
import { everyRefund } from '../../src/shop/refunds/refunds-admin.api.ts'
import { everyPayment } from '../../src/shop/payments/review.api.ts'
import { takenSeats } from '../../src/shop/seats/seats.api.ts'
import type { Result } from '../../src/platform/failure/failure.ts'
import { signInPages } from '../support/server/pages-session.ts'
import {
  nodesOf,
  rowsRead,
  startWatchedPostgres,
  type Planned,
  type WatchedPostgres,
} from '../support/database/plans.ts'
import { runServerFile } from '../support/server/run-server-file.ts'
import { DEMO_PASSWORD, startShop, type Shop } from '../support/server/shop.ts'
import {
  bank,
  ANY_DAY,
  first,
  firstPages,
  others,
  searches,
  sums,
  theRest,
  wholeLists,
  wideSearches,
  type Somebody,
} from './large-lists.ts'

const FILL_TIMEOUT_MS = 900_000

/** Tables that grow with sales, visitors and evenings. Not the catalogue: PostgreSQL rightly reads so few rows. */
const growing = [
  'audit_log',
  'credits',
  'contact_messages',
  'deleted_rows',
  'objects',
  'order_prices',
  'orders',
  'payment_lines',
  'payments',
  'profiles',
  'refunds',
  'seat_claims',
  'ticket_scans',
  'user_tickets',
  'users',
]

let cluster: WatchedPostgres
let shop: Shop
let sql: Sql
const dataDir = mkdtempSync(join(tmpdir(), 'mehfil-large-'))

let one: Somebody

const signIn = (email: string): Promise<void> => signInPages(shop, email)

beforeAll(async () => {
  cluster = await startWatchedPostgres()
  const env = { DATABASE_URL: cluster.url, DATA_DIR: dataDir, DEMO_PASSWORD }
  const filled = await runServerFile('server/commands/demo.ts', env, ['--large'], FILL_TIMEOUT_MS)
  if (filled.code !== 0) throw new Error(`The large demo was not made:\n${filled.out}\n${filled.err}`)
  sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
  await sql.unsafe(theRest)
  // Index-only scans need what autovacuum writes.
  await sql.unsafe('vacuum analyze')
  shop = await startShop({ dataDir, env: { DATABASE_URL: cluster.url, DEMO: '1' } })
  const [row] = await sql<Somebody[]>`
    select p.user_id, f.name, f.email, p.id as payment_id, p.order_id, p.order_code, p.transaction_id, p.amount, l.id as line_id,
      t.id as ticket_id, t.code as ticket_code, t.event_id, t.ticket_category_id as category_id
    from public.payments p
    join public.profiles f on f.id = p.user_id
    join public.payment_lines l on l.payment_id = p.id
    join public.user_tickets t on t.payment_line_id = l.id
    join public.events e on e.id = t.event_id
    where p.status = 'approved' and e.date > now() and f.email not like '%admin%'
    order by p.created_at offset 1000 limit 1`
  one = row!
  await signIn('admin@demo.mehfil.example')
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  await sql?.end()
  await shop?.dispose()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function growingScans(planned: readonly Planned[], mostRead: number, tables: readonly string[]): string[] {
  return planned.flatMap(({ query, plan }) =>
    nodesOf(plan).flatMap((node) => {
      const name = node['Relation Name'] ?? node['Function Name'] ?? ''
      const whole =
        node['Node Type'] === 'Seq Scan'
          ? tables.includes(name)
          : // A list function that was not inlined has been read whole before anything was left out.
            node['Node Type'] === 'Function Scan' && (name.startsWith('get_') || name.startsWith('search_'))
      const many = growing.includes(name) && rowsRead(node) > mostRead
      return whole || many
        ? [
            `${node['Node Type']} on ${name}: ${rowsRead(node)} rows (${node.Filter ?? 'all'}) in: ${query.slice(0, 4000)}`,
          ]
        : []
    }),
  )
}

/** Runs `ask` and fails when it has no answer or a growing plan. */
async function mustNotGrow(
  ask: () => Promise<Result<unknown>>,
  mostRead: number,
  tables = growing,
  isMeant: (one: Planned) => boolean = () => true,
  leastMs = 0,
): Promise<void> {
  const planned = await cluster.plansOf(async () => {
    const answer = await ask()
    expect(answer, JSON.stringify(answer).slice(0, 500)).toMatchObject({ ok: true })
  }, leastMs)
  expect(planned.length, 'nothing was planned: the watch does not see this').toBeGreaterThan(0)
  expect(growingScans(planned.filter(isMeant), mostRead, tables)).toEqual([])
}

/** First pages, limited searches and lists of one event do not grow. */
const MAX_READ = 2_500
const MAX_READ_OF_A_PAGE = 25_000
/** A node passes 25,000 rows on in several milliseconds, on any machine. */
const TOO_SHORT_TO_READ_A_PAGE_MS = 1
const asked = (): Somebody => one

describe('with 20,000 payments and 100,000 tickets these answers read no growing table', () => {
  test.each(Object.entries({ ...firstPages(), ...others(asked), ...searches(asked) }))('%s', async (_name, ask) => {
    await mustNotGrow(ask, MAX_READ)
  })

  test.each(Object.entries(wideSearches))('a search that most rows match: %s', async (_name, ask) => {
    await mustNotGrow(ask, MAX_READ_OF_A_PAGE)
  })

  test.each(Object.entries(wholeLists))('each page of a whole list: %s', async (_name, ask) => {
    // Reading a smaller table once is cheaper than a thousand lookups.
    // The first answer counts all rows, once a file.
    const isPage = ({ query }: Planned) => !query.startsWith('select count(*) from private.')
    await mustNotGrow(ask, MAX_READ_OF_A_PAGE, [], isPage, TOO_SHORT_TO_READ_A_PAGE_MS)
  })

  test.each(Object.entries(sums))('sums: %s', async (_name, ask) => {
    await mustNotGrow(ask, Infinity)
  })

  test('the bank’s rows beside pending payments', async () => {
    await mustNotGrow(
      bank,
      Infinity,
      growing.filter((table) => table !== 'credits'),
      undefined,
      // Thousands of shorter statements ask for each payment by its key; writing their plans takes longer than they.
      TOO_SHORT_TO_READ_A_PAGE_MS,
    )
  })

  test('a customer’s own rows', async () => {
    await sql`update auth.users set encrypted_password = extensions.crypt(${DEMO_PASSWORD}, extensions.gen_salt('bf', 4))
      where id = ${one.user_id}`
    await signIn(one.email)
    try {
      await mustNotGrow(() => readMyWallet(null), MAX_READ)
      await mustNotGrow(() => readMyPayment(one.order_id), MAX_READ)
      await mustNotGrow(() => readMyTickets(one.user_id), MAX_READ)
      await mustNotGrow(() => takenSeats(one.category_id), MAX_READ)
    } finally {
      await signIn('admin@demo.mehfil.example')
    }
  })
})

describe('lists beyond 1,000 rows', () => {
  test('are complete in spreadsheets', async () => {
    const count = async (table: string): Promise<number> =>
      Number((await sql.unsafe<{ n: string }[]>(`select count(*) as n from ${table}`))[0]!.n)
    const payments = await everyPayment(first, null)
    expect(payments.ok && payments.value.length).toBe(await count('public.payments'))
    const failed = await everyBooking(first, 'failed')
    const failedLines = await count("public.payment_lines where payment_status = 'failed'")
    expect(failedLines).toBeGreaterThan(1_000)
    expect(failed.ok && failed.value.length).toBe(failedLines)
    const profiles = await everyProfile(first, false)
    expect(profiles.ok && profiles.value.length).toBe(await count('public.profiles where not is_guest'))
    const refunds = await everyRefund({ ...first, sort: { column: 'requested_at', ascending: false } }, null)
    expect(refunds.ok && refunds.value.length).toBe(await count('public.refunds'))
    const found = await everyBooking({ ...first, search: 'gold' }, 'completed')
    const gold = "public.payment_lines where payment_status = 'completed' and category_name ilike '%gold%'"
    expect(await count(gold)).toBeGreaterThan(1_000)
    expect(found.ok && found.value.length).toBe(await count(gold))
  })

  test('are counted to a thousand, say that there are more, and open their last page', async () => {
    const all = await listBookings(first, null)
    expect(all).toMatchObject({ ok: true, value: { total: 1_000, more: true } })
    const [lines] = await sql<{ n: number }[]>`select count(*)::integer as n from public.payment_lines`
    const last = Math.ceil(lines!.n / 25)
    const end = await listBookings({ ...first, page: last }, null)
    expect(end.ok && end.value.rows.length).toBe(lines!.n - (last - 1) * 25)
    const beyond = await listBookings({ ...first, page: last + 1 }, null)
    expect(beyond.ok && beyond.value.rows).toEqual([])
  })

  test('show the newest thousand matches of a search and say that there are more', async () => {
    const found = await listBookings({ ...first, search: 'gold' }, 'completed')
    expect(found).toMatchObject({ ok: true, value: { total: 1_000, more: true } })
    const newest = await sql<{ id: string }[]>`
      select id from public.payment_lines where payment_status = 'completed' and category_name ilike '%gold%'
      order by created_at desc, id desc limit 25`
    expect(found.ok && found.value.rows.map((row) => row.id)).toEqual(newest.map((row) => row.id))
  })

  test('are complete in a device’s catalogue', async () => {
    const catalogue = await readCatalogue(null, null, ANY_DAY)
    const [published] = await sql<{ n: number }[]>`
      select count(*)::integer as n from public.ticket_categories c join public.events e on e.id = c.event_id
      where e.published_at is not null and not c.is_hidden`
    expect(published!.n).toBeGreaterThan(1_900)
    expect(catalogue.ok && catalogue.value.rows.categories.length).toBe(published!.n)
  })
})

describe('the large demo', () => {
  const none = async (what: string, query: string): Promise<void> => {
    const rows = await sql.unsafe(query)
    expect(rows, what).toEqual([])
  }

  test('has its declared size', async () => {
    const [counts] = await sql`
      select (select count(*) from public.events)::integer as events,
        (select count(*) from public.ticket_categories)::integer as categories,
        (select count(*) from public.payments)::integer as payments,
        (select count(*) from public.user_tickets)::integer as tickets`
    expect(counts).toEqual({ events: 300, categories: 2_000, payments: 20_000, tickets: 100_000 })
  })

  test('has the seats, money and signatures that the shop itself would make', async () => {
    await none(
      'tickets_sold is the number of sold claims',
      `select c.id from public.ticket_categories c where c.tickets_sold <> (
         select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold')`,
    )
    await none(
      'lines that customers bought cost what the one formula says',
      `select payment_id from public.payment_lines
       where payment_id in (select p.id from public.payments p where p.made_by is null) group by payment_id
       having sum(total_amount) <> (private.price_order(array_agg(unit_price order by line), array_agg(quantity order by line), private.terms())).total`,
    )
    await none(
      'tickets sum to their payment',
      `select p.id from public.payments p join public.user_tickets t on t.payment_id = p.id
       where p.status = 'approved' group by p.id having sum(t.total_amount) <> p.amount`,
    )
    await none(
      'a line has a ticket when its payment was approved, and only then',
      `select l.id from public.payment_lines l join public.payments p on p.id = l.payment_id
       left join public.user_tickets t on t.payment_line_id = l.id
       where (p.status = 'approved') <> (t.id is not null and (p.made_by is null or t.revoked_at is null))`,
    )
    await none(
      'every seat of a valid ticket is claimed for it',
      `select t.id from public.user_tickets t where t.revoked_at is null and (
         select count(*) from public.seat_claims s where s.ticket_id = t.id) <> t.quantity`,
    )
    await none(
      'seats exist',
      `select s.seat from (select * from public.seat_claims order by seat, event_id limit 500) s
       where private.place_of(s.ticket_category_id, s.seat) is distinct from s.place`,
    )
    await none(
      'signatures are the database’s own',
      `select t.id from (select * from public.passes order by ticket_id, number limit 500) p
       join public.user_tickets t on t.id = p.ticket_id
       join private.event_keys k on k.event_id = t.event_id and k.key_number = p.key_number
       where p.signature <> encode(private.ed25519_sign(k.secret, k.public_key, private.issued_bytes(
         t.id, p.holder_id, t.event_id, t.is_test, p.key_number, p.number, p.issue, p.seat, p.device_key)), 'hex')`,
    )
    await none(
      'every ticket has a pass a seat',
      `select t.id from public.user_tickets t where t.revoked_at is null and (
         select count(*) from public.passes p where p.ticket_id = t.id and p.seat = any (t.seats)) <> t.quantity`,
    )
  })

  test('leaves an empty shop when removed', async () => {
    await shop.stop()
    const env = { DATABASE_URL: cluster.url, DATA_DIR: dataDir }
    const removed = await runServerFile('server/commands/demo.ts', env, ['--remove'], FILL_TIMEOUT_MS)
    expect(removed.code, removed.err).toBe(0)
    const [left] = await sql`
      select (select count(*) from public.events)::integer as events, (select count(*) from public.singers)::integer as singers,
        (select count(*) from public.payments)::integer as payments, (select count(*) from public.seat_claims)::integer as claims,
        (select count(*) from storage.objects)::integer as pictures, (select count(*) from auth.users)::integer as accounts,
        (select count(*) from public.audit_log)::integer as history`
    expect(left).toEqual({ events: 0, singers: 0, payments: 0, claims: 0, pictures: 0, accounts: 1, history: 0 })
    await none('no trigger was left off', "select tgname from pg_trigger where tgenabled = 'D'")
  })
})
