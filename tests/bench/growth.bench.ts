import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { authBackend, configureBackend, type SessionStorage } from '../../src/platform/supabase/client.ts'
import { readDashboardDays, readDashboardStats } from '../../src/shop/dashboard/dashboard.api.ts'
import { rosterPage } from '../../src/shop/gate/gate.api.ts'
import type { RosterPage } from '../../src/shop/gate/lists/roster-rows.ts'
import { submitPayment } from '../../src/shop/payments/payments.api.ts'
import { listPayments } from '../../src/shop/payments/review.api.ts'
import { everyBooking } from '../../src/shop/tickets/tickets-admin.api.ts'
import { holdSeats, takenSeats } from '../../src/shop/seats/seats.api.ts'
import type { Result } from '../../src/platform/failure/failure.ts'
import { closeStore } from '../../src/shop/device/store.ts'
import { syncCatalogue } from '../../src/shop/catalogue/catalogue-sync.store.ts'
import { openPostgres } from '../../server/database/database.ts'
import { fillLarge } from '../../server/demo/large/fill-large.ts'
import { StoredFiles } from '../../server/files/stored-files.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { DEMO_PASSWORD, startShop } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { median, ratioOf, within, type Report } from './measure.ts'
import { asUser, openBoxOffice, openCategory, linesOf, submissionOf } from './sale-load.ts'

export const note =
  'Three shops on PostgreSQL, with rows as `npm run demo -- --large` makes them; one concert is the same in all. ' +
  'Asked by the shop’s own code over HTTP; medians of five after one that is not counted; bytes before compression.'
export const name = 'Growth: what each thing costs with 1, 10 and 100 times the data'

/** Rows of a shop of size ×1, demo and event included. */
const ONCE = { events: 90, categories: 300, payments: 300, tickets: 700 }
const TIMES = [1, 10, 100]
const RUNS = 5
const SOLD_ORDERS = 100
const HALL = 400
/** A step's cost may grow this much more than its answer, for the machine's noise. */
const MAX_EXCESS = 2.5

interface Cost {
  ms: number
  bytes: number
  requests: number
}

/** Counts uncompressed bytes of the answers to the shop's own requests. */
const wire = { bytes: 0, requests: 0 }
const countedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const body = await response.arrayBuffer()
  wire.bytes += body.byteLength
  wire.requests += 1
  return new Response(response.status === 204 ? null : body, response)
}

export async function run(): Promise<Report> {
  const found: Map<string, Cost>[] = []
  for (const times of TIMES) found.push(await shopOf(times))
  return report(found)
}

async function shopOf(times: number): Promise<Map<string, Cost>> {
  const cluster = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'mehfil-bench-'))
  const sql = postgres(cluster.url, { max: 4, onnotice: () => {}, idle_timeout: 0 })
  const database = await openPostgres(cluster.url)
  try {
    const shop = await startShop({ dataDir, demo: true, env: { DATABASE_URL: cluster.url } })
    try {
      const concert = await sellConcert(sql)
      const upTo = {
        events: ONCE.events * times,
        categories: ONCE.categories * times,
        payments: ONCE.payments * times,
        tickets: ONCE.tickets * times,
      }
      await fillLarge(database, {
        now: new Date(),
        files: new StoredFiles(join(dataDir, 'files')),
        say: () => {},
        upTo,
      })
      await ageCatalogue(sql)
      await sql`vacuum analyze`
      return await measureAll(shop.url, sql, concert)
    } finally {
      await shop.dispose()
    }
  } finally {
    await database.close()
    await sql.end({ timeout: 5 })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Concert {
  event: string
  category: string
  seats: string[]
}

/** Makes an event with the same sold seats at every size, by the shop's own functions. */
async function sellConcert(sql: Sql): Promise<Concert> {
  const { id, event, seats } = await openCategory(sql, HALL)
  const buyers = await openBoxOffice(sql, SOLD_ORDERS)
  const [admin] = await sql<{ id: string }[]>`select user_id as id from public.staff where role = 'admin' limit 1`
  for (const buyer of buyers) {
    const mine = { ...buyer, category: id, seats: seats.splice(0, 2) }
    const said = submissionOf(mine)
    await asUser(sql, mine.user, (tx) => tx`select public.hold_seats(${mine.order}, ${tx.json(linesOf(mine))})`)
    await asUser(
      sql,
      mine.user,
      (tx) => tx`select public.submit_payment(${said.p_order_id}, ${said.p_transaction_id}, ${said.p_amount},
        ${said.p_screenshot_path}, ${tx.json(said.p_lines)}, ${said.p_screenshot_sha256})`,
    )
    const [payment] = await sql<{ id: string }[]>`select id from public.payments where order_id = ${mine.order}`
    await asUser(sql, admin!.id, (tx) => tx`select public.review_payment(${payment!.id}, 'approved')`)
  }
  return { event, category: id, seats }
}

/** Makes the filled rows old, so that a device asks only for later changes. */
async function ageCatalogue(sql: Sql): Promise<void> {
  const tables = ['singers', 'events', 'ticket_categories', 'seating_layouts', 'ticket_category_layouts']
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const table of tables)
      await tx`update ${tx(`public.${table}`)} set updated_at = now() - interval '1 day' where updated_at > now() - interval '1 hour'`
  })
}

async function measureAll(url: string, sql: Sql, concert: Concert): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  const measure = async (what: string, run: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<void> => {
    const each: Cost[] = []
    for (let round = 0; round <= RUNS; round += 1) {
      await before?.()
      Object.assign(wire, { bytes: 0, requests: 0 })
      const began = performance.now()
      await run()
      if (round > 0) each.push({ ms: performance.now() - began, ...wire })
    }
    const of = (key: keyof Cost): number => median(each.map((one) => one[key]))
    costs.set(what, { ms: of('ms'), bytes: of('bytes'), requests: of('requests') })
  }

  signedOut(url)
  await measure('catalogue, whole', async () => good(await syncCatalogue()), closeStore)
  await measure(
    'catalogue, after one change',
    async () => good(await syncCatalogue()),
    async () => {
      await sql`update public.events set venue = ${`Hall ${randomUUID()}`} where id = ${concert.event}`
    },
  )
  await closeStore()
  await measure('seat map of one concert', async () => good(await takenSeats(concert.category)))

  const { email, password, id } = await newCustomer({ url })
  await signIn(url, email, password)
  const orders: { id: string; seats: string[] }[] = []
  await measure('hold of two seats', async () => {
    const order = { id: randomUUID(), seats: concert.seats.splice(0, 2) }
    orders.push(order)
    good(await holdSeats(order.id, [{ ticketCategoryId: concert.category, seats: order.seats }]))
  })
  await measure('submission', async () => {
    const order = orders.pop()!
    good(
      await submitPayment({
        orderId: order.id,
        reference: String(500_000_000_000 + Math.floor(Math.random() * 99_999_999_999)),
        amount: 360_000,
        screenshotPath: `${id}/1764000000000-${order.id}.png`,
        screenshotSha256: createHash('sha256').update(order.id).digest('hex'),
        lines: [{ ticketCategoryId: concert.category, seats: order.seats }],
      }),
    )
  })

  await signIn(url, 'admin@demo.mehfil.example', DEMO_PASSWORD)
  const page = { search: '', sort: { column: 'created_at', ascending: false }, page: 1, pageSize: 25 }
  await measure('payments, first page', async () => good(await listPayments(page, null)))
  await measure('payments that wait, first page', async () => good(await listPayments(page, 'pending')))
  await measure('bookings, whole file', async () => good(await everyBooking(page, null)))
  await measure('roster of one concert', async () => {
    let after: string | null = null
    do {
      const page: RosterPage = good(await rosterPage(concert.event, after, null))
      after = page.next
    } while (after !== null)
  })
  await measure('dashboard', async () => {
    good(await readDashboardStats())
    good(await readDashboardDays())
  })
  return costs
}

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${JSON.stringify(result.failure)}`)
  return result.value
}

function signedOut(url: string): void {
  const kept = new Map<string, string>()
  const sessionStorage: SessionStorage = {
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
  }
  configureBackend({ sessionStorage, url, fetch: countedFetch })
}

async function signIn(url: string, email: string, password: string): Promise<void> {
  signedOut(url)
  const { error } = await (await authBackend()).auth.signInWithPassword({ email, password })
  if (error) throw error
}

function report(found: Map<string, Cost>[]): Report {
  const [first, last] = [found[0]!, found.at(-1)!]
  const rows: string[][] = []
  const measures = []
  for (const what of first.keys()) {
    const growth = (key: keyof Cost): number => last.get(what)![key] / first.get(what)![key]
    rows.push([
      what,
      ...found.map((costs) => costs.get(what)!.ms.toFixed(1)),
      ratioOf(growth('ms')),
      ...found.map((costs) => (costs.get(what)!.bytes / 1_000).toFixed(1)),
      ratioOf(growth('bytes')),
      ...[found.map((costs) => String(costs.get(what)!.requests)).join(', ')],
    ])
    const excess = growth('ms') / Math.max(1, growth('bytes'))
    measures.push(within(`${what}: growth of its time : growth of its answer`, excess, MAX_EXCESS))
  }
  const head = [
    '',
    ...TIMES.map((times) => `ms ×${times}`),
    'grew',
    ...TIMES.map((times) => `kB ×${times}`),
    'grew',
    'requests',
  ]
  const size = (times: number): string =>
    `${(ONCE.events * times).toLocaleString('en')} events, ${(ONCE.payments * times).toLocaleString('en')} payments, ${(ONCE.tickets * times).toLocaleString('en')} tickets`
  return { tables: [{ title: `×1: ${size(1)}; ×100: ${size(100)}`, head, rows }], measures }
}
