import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillHouse } from '../support/concerts/full-house.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, demoPerson, newCustomer, post, type Customer } from '../support/server/visitor.ts'

// The server keeps the list of a gate in memory; the database still decides who gets it, and what is in it now.

const TICKETS = 25
const PAGE = 10
/** Comes before all others. */
const NEW = '00000000-0000-4000-8000-000000000001'

interface Row {
  id: string
  [more: string]: unknown
}
interface Page {
  rows: Row[]
  gone: string[]
  total: number | null
  next: string | null
  next_since: string
}

let shop: Shop
let event: string
let admin: Customer
let gate: Customer
let farah: Customer

beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
  const made = await inDatabase(shop, (sql) => fillHouse(sql, TICKETS, 1))
  event = made.event
  admin = await demoPerson(shop, 'admin')
  gate = await demoPerson(shop, 'gate')
  farah = await newCustomer(shop, 'Farah')
  await worksAt(event)
}, 300_000)
afterAll(async () => shop?.dispose())

const worksAt = (...events: string[]) =>
  admin.client.rpc('set_staff_events', { p_user_id: gate.id, p_event_ids: events }).throwOnError()

const run = (text: string, params: unknown[] = []) => inDatabase(shop, (sql) => sql.query(text, params))

/** An unusual header is left to the backend, which keeps nothing. */
const UNKEPT = { accept: 'application/json;q=0.9, */*;q=0.8' }

const ask = (who: Pick<Customer, 'token'> | null, about: Record<string, unknown>, more: Record<string, string> = {}) =>
  post(
    shop,
    '/rest/v1/rpc/gate_roster',
    { p_event_id: event, p_rows: PAGE, ...about },
    { ...(who && bearer(who)), ...more },
  )

async function wholeList(who: Customer, more: Record<string, string> = {}): Promise<{ rows: Row[]; kept: boolean[] }> {
  const found: { rows: Row[]; kept: boolean[] } = { rows: [], kept: [] }
  let after: string | null = null
  do {
    const response = await ask(who, { p_after: after }, more)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    const page = JSON.parse(text) as Page
    expect(page.gone).toEqual([])
    expect(page.total).toBe(after === null ? found.rows.length + (await count()) : null)
    found.rows.push(...page.rows)
    // The database writes a space after each colon.
    found.kept.push(text.includes('"rows":['))
    after = page.next
  } while (after !== null)
  return found
}

const scanOf = ({ id, seats }: Row, at: string) => ({
  ...{ id: randomUUID(), event_id: event, ticket_id: id, verdict: 'ENTER', seats, pass: 1, issue: 0 },
  ...{ gate: 'Gate A', device: 'a', scanned_at: at, sent_at: at },
})

const count = async (): Promise<number> => {
  const [row] = (await run(
    `select (select count(*) from public.user_tickets where event_id = $1)::integer
      + (select count(*) from public.payment_lines where event_id = $1 and payment_status <> 'completed')::integer as n`,
    [event],
  )) as { n: number }[]
  return row!.n
}

test('the first gate’s list is the second’s, made once, and always as the database has it now', async () => {
  const first = await wholeList(gate)
  expect(first.rows).toHaveLength(TICKETS)
  expect(first.kept).toEqual([false, false, false])
  const second = await wholeList(admin)
  expect(second.kept).toEqual([true, true, true])
  expect(second.rows).toEqual(first.rows)
  expect((await wholeList(admin, UNKEPT)).rows).toEqual(first.rows)

  const [revoked, renamed, scanned] = [first.rows[3]!, first.rows[12]!, first.rows[24]!]
  await run(
    `update public.user_tickets set payment_status = 'failed', revoked_at = now(), revoked_reason = 'Charged back' where id = $1`,
    [revoked.id],
  )
  await run(
    `update public.profiles set name = 'Zubin Zaveri' where id = (select user_id from public.user_tickets where id = $1)`,
    [renamed.id],
  )
  await gate.client.rpc('record_scans', { p_scans: [scanOf(scanned, new Date().toISOString())] }).throwOnError()
  await run(
    `insert into public.payment_lines
      select (jsonb_populate_record(l, jsonb_build_object('id', $2::text, 'payment_id', p.id, 'line', 10, 'payment_status', 'pending',
        'updated_at', clock_timestamp()))).*
        from public.payment_lines l, public.payments p where l.event_id = $1 and p.status = 'pending' limit 1`,
    [event, NEW],
  )
  const now = await wholeList(gate)
  expect(now.kept).toEqual([true, true, true])
  expect(now.rows).toEqual((await wholeList(admin, UNKEPT)).rows)
  const byId = new Map(now.rows.map((row) => [row.id, row]))
  expect(now.rows.map((row) => row.id)).toEqual([NEW, ...first.rows.map((row) => row.id)])
  expect(byId.get(NEW)).toMatchObject({ state: 'pending' })
  expect(byId.get(revoked.id)).toMatchObject({ state: 'revoked', reason: 'Charged back' })
  expect(byId.get(renamed.id)).toMatchObject({ name: 'Zubin Z.' })
  expect(byId.get(scanned.id)).toMatchObject({ in: [{ gate: 'Gate A' }] })

  // A resumed download goes on after any row; a page may have any size.
  const after = now.rows[17]!.id
  const rest = (await (await ask(gate, { p_after: after, p_rows: 4 })).json()) as Page
  expect(rest.rows).toEqual(now.rows.slice(18, 22))
  expect(rest.next).toBe(now.rows[21]!.id)
  expect(rest.total).toBeNull()
  expect((await ask(gate, { p_rows: 10_001 })).status).toBe(400)
})

test('a kept list is for who may have it', async () => {
  expect((await wholeList(admin)).kept).toContain(true)
  expect((await ask(null, {})).status).toBe(401)
  expect((await ask(farah, {})).status).toBe(403)
  await worksAt()
  const refused = await ask(gate, {})
  expect([refused.status, await refused.json()]).toMatchObject([403, { message: 'forbidden' }])
  expect((await ask(gate, { p_after: NEW })).status).toBe(403)
  expect((await wholeList(admin)).kept).toContain(true)
  await worksAt(event)
  expect((await wholeList(gate)).kept).toContain(true)
})

test('outside the window it is empty', async () => {
  expect((await wholeList(admin)).kept).toContain(true)
  await run(`update public.events set date = now() + interval '60 days' where id = $1`, [event])
  const page = (await (await ask(gate, {})).json()) as Page
  expect([page.rows, page.next, Date.parse(page.next_since)]).toEqual([[], null, 0])
  await run(`update public.events set date = now() + interval '5 hours' where id = $1`, [event])
  expect((await wholeList(gate)).rows).toHaveLength(TICKETS + 1)
})
