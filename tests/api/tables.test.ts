import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../support/server/visitor.ts'

/** Every table, verb and role over HTTP, on real rows of the demo; the admin then checks that nothing changed. */

type Role = 'visitor' | 'customer' | 'other' | 'gate' | 'boxOffice' | 'admin'
const roles: Role[] = ['visitor', 'customer', 'other', 'gate', 'boxOffice', 'admin']

/** Rows that a role sees: all, its own, none, or a refusal. */
type Sight = 'every' | 'published' | 'own' | 'none' | 'refused'

interface Rule {
  owner?: string
  /** A column that no row leaves empty; `id` unless given. */
  key?: string
  see: Record<Role, Sight>
  row: (people: Record<Role, Customer | null>) => Record<string, unknown>
  change: Record<string, unknown>
  /** Direct writes of an admin, none unless given; no other role has any. */
  adminMay?: ('insert' | 'update' | 'delete')[]
}

const seenBy = (all: Sight, more: Partial<Record<Role, Sight>> = {}) =>
  ({ ...Object.fromEntries(roles.map((role) => [role, all])), ...more }) as Record<Role, Sight>

const everybody = seenBy('every')
/** Drafts, and what belongs to them, are seen by admins and the gate alone. */
const published = seenBy('published', { gate: 'every', admin: 'every' })
const personal = seenBy('own', { visitor: 'refused', admin: 'every' })
const adminsOnly = seenBy('none', { visitor: 'refused', admin: 'every' })
const hidden = seenBy('refused')

let eventId = ''
let categoryId = ''
let layoutId = ''
let singerId = ''

const rules: Record<string, Rule> = {
  singers: {
    see: published,
    row: () => ({ name: `Singer ${randomUUID()}` }),
    change: { name: `Renamed ${randomUUID()}` },
    adminMay: ['insert', 'update', 'delete'],
  },
  events: {
    see: published,
    row: () => ({ singer_id: singerId, city: 'Pune', venue: 'Test Hall', date: '2030-01-05T13:30:00Z' }),
    change: { venue: 'Elsewhere' },
    adminMay: ['insert', 'update', 'delete'],
  },
  ticket_categories: {
    see: published,
    row: () => ({ event_id: eventId, name: `Row ${randomUUID()}`, price: 500, total_tickets: 10, tickets_sold: 0 }),
    change: { name: 'Renamed' },
    adminMay: ['insert', 'update', 'delete'],
  },
  discount_codes: {
    see: adminsOnly,
    row: () => ({ code: `ROW${randomBytes(6).toString('hex')}`, percent: 10 }),
    change: { percent: 20 },
    adminMay: ['insert', 'update', 'delete'],
  },
  seating_layouts: {
    see: published,
    row: () => ({
      name: `Hall ${randomUUID()}`,
      layout_data: { stage: 'top', sections: [{ code: 'A', name: 'A', rows: [{ label: 'A', seats: [1, 2] }] }] },
    }),
    change: { description: 'Changed' },
    adminMay: ['insert', 'update', 'delete'],
  },
  ticket_category_layouts: {
    key: 'ticket_category_id',
    see: published,
    row: () => ({ ticket_category_id: categoryId, seating_layout_id: layoutId, section_ids: ['A'] }),
    change: { section_ids: ['A'] },
    adminMay: ['insert', 'update', 'delete'],
  },
  shop_settings: {
    see: everybody,
    row: () => ({ id: 2, payee_name: 'Somebody else', upi_id: 'other@bank' }),
    change: { payee_name: 'Somebody else' },
    adminMay: ['update'],
  },
  shop_terms: {
    key: 'from_day',
    see: everybody,
    row: () => ({ from_day: '2099-01-01', gst_percent: 0 }),
    change: { gst_percent: 0 },
  },
  tax_rules: {
    see: everybody,
    row: () => ({ from_day: '2099-01-01', kind: 'gst', percent: 0 }),
    change: { percent: 0 },
  },
  deleted_rows: {
    see: everybody,
    row: () => ({ table: 'events', id: eventId }),
    change: { at: '2020-01-01T00:00:00Z' },
  },
  profiles: {
    owner: 'id',
    see: personal,
    row: () => ({ id: randomUUID(), name: 'X', email: 'x@test.example' }),
    change: { email: 'taken@test.example' },
  },
  staff: {
    key: 'user_id',
    owner: 'user_id',
    see: personal,
    row: (people) => ({ user_id: people.other?.id, role: 'admin' }),
    change: { role: 'admin' },
  },
  seat_claims: {
    key: 'seat',
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      event_id: eventId,
      place: categoryId,
      seat: 'A1',
      ticket_category_id: categoryId,
      state: 'sold',
      user_id: people.other?.id,
    }),
    change: { state: 'sold' },
  },
  payments: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      id: randomUUID(),
      order_id: randomUUID(),
      user_id: people.other?.id,
      transaction_id: '111122223333',
      amount: 1,
      status: 'approved',
    }),
    change: { status: 'approved' },
  },
  payment_lines: {
    owner: 'user_id',
    see: personal,
    row: () => ({ payment_id: randomUUID(), ticket_category_id: categoryId, seats: ['A1'], quantity: 1 }),
    change: { unit_price: 1 },
  },
  user_tickets: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      user_id: people.other?.id,
      ticket_category_id: categoryId,
      quantity: 1,
      total_amount: 0,
      payment_status: 'completed',
      seats: ['A1'],
    }),
    change: { seats: ['Z1'] },
  },
  passes: {
    key: 'ticket_id',
    owner: 'holder_id',
    see: personal,
    row: () => ({ ticket_id: randomUUID(), number: 1, seat: 'A1', key_number: 1, signature: '0'.repeat(128) }),
    change: { seat: 'Z1' },
  },
  pass_rules: {
    key: 'event_id',
    see: published,
    row: () => ({ event_id: eventId, hand_over: false }),
    change: { hand_over: false },
  },
  pass_transfers: {
    owner: 'from_id',
    see: personal,
    row: (people) => ({ ticket_id: randomUUID(), number: 1, seat: 'A1', from_id: people.other?.id }),
    change: { outcome: 'taken_back' },
  },
  waits: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({ user_id: people.other?.id, ticket_category_id: categoryId, seats: 1, together: false }),
    change: { joined_at: '2020-01-01T00:00:00Z' },
  },
  offers: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      ...{ id: randomUUID(), wait_id: randomUUID(), user_id: people.other?.id, ticket_category_id: categoryId },
      ...{ seats: ['A1'], expires_at: '2030-01-01T00:00:00Z' },
    }),
    change: { expires_at: '2030-01-01T00:00:00Z' },
  },
  returns: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      ...{ ticket_id: randomUUID(), number: 1, seat: 'A1', user_id: people.other?.id, ticket_category_id: categoryId },
    }),
    change: { state: 'sold' },
  },
  event_queues: {
    key: 'event_id',
    see: adminsOnly,
    row: () => ({
      event_id: eventId,
      joins_from: '2030-01-01T00:00:00Z',
      opens_at: '2030-01-02T00:00:00Z',
      seed_hash: 'x',
    }),
    change: { opens_at: '2031-01-01T00:00:00Z' },
  },
  refunds: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      ticket_id: randomUUID(),
      user_id: people.other?.id,
      amount: 1,
      upi_id: 'x@bank',
      reason: 'cancelled',
    }),
    change: { upi_id: 'thief@bank' },
  },
  papers: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({
      number: 'MF/2627/999999',
      kind: 'tax_invoice',
      payment_id: randomUUID(),
      user_id: people.other?.id,
    }),
    change: { number: 'MF/2627/999999' },
  },
  ledger: {
    see: adminsOnly,
    row: () => ({ day: '2026-11-30', kind: 'till', subject: randomUUID(), account: 'bank', amount: 1 }),
    change: { amount: 2 },
  },
  refund_shares: {
    key: 'refund_id',
    see: adminsOnly,
    row: () => ({ refund_id: randomUUID(), payment_line_id: randomUUID(), taxable: 1 }),
    change: { taxable: 2 },
  },
  settlements: {
    key: 'event_id',
    see: adminsOnly,
    row: () => ({ event_id: eventId }),
    change: { closed_at: null },
  },
  closed_months: {
    key: 'month',
    see: adminsOnly,
    row: (people) => ({ month: '2026-01-01', closed_by: people.admin?.id, totals: {} }),
    change: { totals: {} },
  },
  irns: {
    key: 'paper_id',
    see: adminsOnly,
    row: (people) => ({ paper_id: randomUUID(), irn: '0'.repeat(64), set_by: people.admin?.id }),
    change: { irn: '1'.repeat(64) },
  },
  payment_flags: {
    key: 'payment_id',
    see: adminsOnly,
    row: () => ({ payment_id: randomUUID() }),
    change: { payment_id: randomUUID() },
  },
  audit_log: {
    see: adminsOnly,
    row: () => ({ action: 'insert', table: 'staff' }),
    change: { action: 'nothing' },
  },
  credits: {
    see: adminsOnly,
    row: () => ({
      row_key: randomBytes(32).toString('hex'),
      booked_on: '2026-12-05',
      amount: 1,
      narration: 'X',
      utrs: ['412345678901'],
    }),
    change: { amount: 2 },
  },
  credit_proofs: {
    see: adminsOnly,
    row: () => ({ credit_id: randomUUID(), source: 'mail', external_id: 'X' }),
    change: { external_id: 'Y' },
  },
  bank_debits: {
    see: adminsOnly,
    row: () => ({
      row_key: 'b'.repeat(64),
      booked_on: '2026-11-20',
      amount: 1,
      narration: 'REV',
      utrs: [],
      says_reversed: true,
      source: 'statement',
      import_id: randomUUID(),
    }),
    change: { amount: 2 },
  },
  proof_rules: {
    see: adminsOnly,
    row: () => ({ id: 2 }),
    change: { most_a_minute: 61 },
    adminMay: ['update'],
  },
  contact_messages: {
    see: adminsOnly,
    row: () => ({ id: randomUUID(), name: 'X', email: 'x@test.example', topic: 'other', message: 'Hello' }),
    change: { message: 'Something else' },
  },
  staff_events: {
    key: 'event_id',
    owner: 'user_id',
    see: personal,
    row: (people) => ({ user_id: people.gate?.id, role: 'gate', event_id: eventId }),
    change: { event_id: eventId },
  },
  staff_invitations: {
    see: adminsOnly,
    row: (people) => ({
      secret_hash: randomBytes(32).toString('hex'),
      name: 'X',
      role: 'admin',
      made_by: people.admin?.id,
      expires_at: '2099-01-01T00:00:00Z',
    }),
    change: { role: 'admin' },
  },
  tills: {
    see: adminsOnly,
    row: (people) => ({ id: randomUUID(), name: 'X', opened_by: people.admin?.id, opening_cash: 5 }),
    change: { opening_cash: 9 },
  },
  till_moves: {
    see: adminsOnly,
    row: (people) => ({ id: randomUUID(), till_id: tillId, amount: 5, reason: 'X', made_by: people.admin?.id }),
    change: { amount: 9 },
  },
  payouts: {
    see: adminsOnly,
    row: (people) => ({ id: randomUUID(), made_by: people.admin?.id, format: 'plain' }),
    change: { format: 'hdfc-enet' },
  },
  payout_lines: {
    key: 'payout_id',
    see: adminsOnly,
    row: () => ({
      ...{
        payout_id: randomUUID(),
        line: 1,
        payment_id: randomUUID(),
        refund_ids: [randomUUID()],
        amount: 5,
        way: 'upi',
      },
    }),
    change: { amount: 9 },
  },
  guest_tickets: {
    key: 'ticket_id',
    see: adminsOnly,
    row: (people) => ({
      ticket_id: randomUUID(),
      secret_hash: randomBytes(32).toString('hex'),
      made_by: people.admin?.id,
    }),
    change: { opened_at: null, device_hash: null },
  },
  ticket_scans: {
    see: { ...adminsOnly, gate: 'every' },
    row: (people) => ({
      id: randomUUID(),
      event_id: eventId,
      ticket_id: randomUUID(),
      place: '',
      verdict: 'ENTER',
      seats: ['A1'],
      gate: 'Gate A',
      device: 'phone',
      staff_id: people.gate?.id,
      corrected_at: '2026-01-01T00:00:00Z',
      received_at: '2026-01-01T00:00:00Z',
    }),
    change: { gate: 'Elsewhere' },
  },
  announcements: {
    see: adminsOnly,
    row: () => ({ id: randomUUID(), event_id: eventId, audience: 'holders', subject: 'X', message: 'X', people: 1 }),
    change: { state: 'stopped' },
  },
  notices: {
    owner: 'user_id',
    see: personal,
    row: (people) => ({ user_id: people.other?.id, event_id: eventId, kind: 'message' }),
    change: { read_at: '2030-01-01T00:00:00Z' },
  },
  outgoing_mail: {
    see: hidden,
    row: () => ({ recipient: 'x@test.example', subject: 'X', body: 'X' }),
    change: { sent_at: '2030-01-01T00:00:00Z' },
  },
}

const tillId = randomUUID()
let shop: Shop
const people = {} as Record<Role, Customer | null>
const clients = {} as Record<Role, SupabaseClient>
const tables = Object.keys(rules)

async function everyRow(table: string): Promise<Record<string, unknown>[]> {
  const { data, error } = await clients.admin.from(table).select('*')
  if (error) throw new Error(`The admin cannot read ${table}: ${error.message}`)
  return (data as Record<string, unknown>[]).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

/** The ids of drafts, of their ticket categories and of singers and layouts that have nothing else. */
async function draftIds(): Promise<Set<unknown>> {
  const events = await everyRow('events')
  const drafts = events.filter((row) => row['published_at'] === null).map((row) => row['id'])
  const categories = (await everyRow('ticket_categories')).filter((row) => drafts.includes(row['event_id']))
  const announced = new Set(events.filter((row) => row['published_at'] !== null).map((row) => row['singer_id']))
  const singers = (await everyRow('singers')).filter((row) => !announced.has(row['id']))
  const hidden = new Set([...drafts, ...[...categories, ...singers].map((row) => row['id'])])
  const links = (await everyRow('ticket_category_layouts')).filter((row) => !hidden.has(row['ticket_category_id']))
  const used = new Set(links.map((row) => row['seating_layout_id']))
  for (const { id } of await everyRow('seating_layouts')) if (!used.has(id)) hidden.add(id)
  return hidden
}

beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
  people.visitor = null
  people.customer = await demoPerson(shop, 'customer')
  people.other = await newCustomer(shop, 'Somebody Else')
  people.gate = await demoPerson(shop, 'gate')
  people.admin = await demoPerson(shop, 'admin')
  people.boxOffice = await newCustomer(shop, 'Box Office')
  const sells = { p_user_id: people.boxOffice.id, p_role: 'box_office' }
  await people.admin.client.rpc('set_staff_role', sells).throwOnError()
  for (const role of roles) clients[role] = people[role]?.client ?? visitor(shop)
  const { client } = people.admin
  const inserted = async (into: string, row: Record<string, unknown>): Promise<string> =>
    (await client.from(into).insert(row).select('id').single().throwOnError()).data.id
  const category = (name: string, total_tickets = 20) =>
    inserted('ticket_categories', { event_id: eventId, name, price: 500, total_tickets, tickets_sold: 0 })
  singerId = await inserted('singers', { name: 'Test Singer' })
  eventId = await inserted('events', rules['events']!.row(people))
  categoryId = await category('Test')
  layoutId = await inserted('seating_layouts', rules['seating_layouts']!.row(people))
  await client.rpc('invite_staff', { p_name: 'Farah', p_role: 'box_office', p_event_ids: [eventId] }).throwOnError()
  const worksAt = { p_user_id: people.boxOffice.id, p_event_ids: [eventId] }
  await client.rpc('set_staff_events', worksAt).throwOnError()
  const door = people.boxOffice.client
  await door.rpc('open_till', { p_id: tillId, p_name: 'Gate 1', p_cash: 100 }).throwOnError()
  const moved = { p_id: randomUUID(), p_till_id: tillId, p_amount: -20, p_reason: 'To the safe' }
  await door.rpc('move_till_cash', moved).throwOnError()
  const lines = [{ ticket_category_id: await category('Door'), seats: ['A1'] }]
  const { total } = (await door.rpc('price_at_door', { p_lines: lines, p_method: 'cash' }).throwOnError()).data
  const sale = { p_order_id: randomUUID(), p_till_id: tillId, p_lines: lines, p_method: 'cash', p_total: total }
  await door.rpc('sell_at_door', { ...sale, p_name: 'Ravi' }).throwOnError()
  const works = await people.gate.client.from('staff_events').select('event_id').limit(1).single()
  await inserted('singers', { name: 'Unannounced Singer' })
  const [draft] = await draftIds()
  for (const p_event_id of [eventId, draft])
    await client.rpc('set_pass_rules', { p_event_id, p_rules: { hand_over: true } }).throwOnError()
  const { data: held } = await people.customer.client.from('passes').select('ticket_id, number').throwOnError()
  for (const name of ['hand_over_pass', 'give_back_pass']) {
    let done = false
    for (const { ticket_id: p_ticket_id, number: p_number } of held)
      done ||= (await people.customer.client.rpc(name, { p_ticket_id, p_number })).error === null
    if (!done) throw new Error(`The customer has no pass for ${name}`)
  }
  const last = await category('Last', 1)
  const taken = { p_order_id: randomUUID(), p_lines: [{ ticket_category_id: last, seats: ['A1'] }] }
  const wish = { p_ticket_category_id: last, p_seats: 1 }
  await people.other.client.rpc('hold_seats', taken).throwOnError()
  await people.customer.client.rpc('join_waiting_list', wish).throwOnError()
  await people.other.client.rpc('release_seats', { p_order_id: taken.p_order_id }).throwOnError()
  // The freed seat is offered to the first before the second joins.
  await people.other.client.rpc('join_waiting_list', wish).throwOnError()
  const { data: ahead } = await client.from('events').select('date').eq('id', eventId).single().throwOnError()
  const before = (hours: number) => new Date(Date.parse(ahead.date) - hours * 3_600_000).toISOString()
  const queue = { p_event_id: eventId, p_joins_from: before(2), p_opens_at: before(1) }
  await client.rpc('save_queue', queue).throwOnError()
  const scan = { id: randomUUID(), event_id: works.data!.event_id, ticket_id: 'x', verdict: 'NOT VALID', gate: 'A' }
  const recorded = await client.rpc('record_scans', { p_scans: [scan] })
  if (recorded.data?.answers?.[0]?.ok !== true) throw new Error(`No scan: ${JSON.stringify(recorded)}`)
})
afterAll(async () => shop?.dispose())

test('the rules name every table', () => {
  const folder = new URL('../../supabase/schema/', import.meta.url)
  const made = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^create table public\.(\w+)/gm)].map(
      (found) => found[1]!,
    ),
  )
  expect(tables.toSorted()).toEqual(made.toSorted())
})

describe.each(tables)('%s', (table) => {
  const rule = rules[table]!
  const { key = 'id', adminMay = [] } = rule

  test.each(roles)('is read by %s as the rule says', async (role) => {
    const { data, status } = await clients[role].from(table).select('*')
    const sight = rule.see[role]
    if (sight === 'refused') {
      expect([401, 403, 404]).toContain(status)
      return
    }
    expect(status).toBe(200)
    if (sight === 'none') expect(data).toEqual([])
    if (sight === 'every') expect(data).toHaveLength((await everyRow(table)).length)
    if (sight === 'published') {
      const [rows, drafts] = [await everyRow(table), await draftIds()]
      const seen = rows.filter((row) => !drafts.has(row['event_id'] ?? row['ticket_category_id'] ?? row['id']))
      expect(seen.length).toBeLessThan(rows.length)
      expect(data).toHaveLength(seen.length)
    }
    if (sight === 'own') {
      const mine = people[role]!.id
      const rows = (data ?? []) as Record<string, unknown>[]
      expect(rows.filter((row) => row[rule.owner!] !== mine)).toEqual([])
      // The demo customer has rows: an empty list would prove nothing.
      if (role === 'customer' && !table.startsWith('staff')) expect(rows.length).toBeGreaterThan(0)
      const asked = await clients[role].from(table).select('*').neq(rule.owner!, mine)
      expect(asked.data).toEqual([])
    }
  })

  test.each(roles)('refuses every write of %s that the rule does not allow', async (role) => {
    const client = clients[role]
    const may = role === 'admin' ? adminMay : []
    const readable = table !== 'outgoing_mail'
    const before = readable ? await everyRow(table) : []

    if (!may.includes('insert')) {
      const { status } = await client.from(table).insert(rule.row(people)).select()
      expect([400, 401, 403]).toContain(status)
    }
    const changesNothing = ({ status, data }: { status: number; data: unknown[] | null }) => {
      if (status < 300) expect(data).toEqual([])
      else expect([400, 401, 403]).toContain(status)
    }
    if (!may.includes('update'))
      changesNothing(await client.from(table).update(rule.change).not(key, 'is', null).select())
    if (!may.includes('delete')) changesNothing(await client.from(table).delete().not(key, 'is', null).select())
    const { status: merged } = await client
      .from(table)
      .upsert(before[0] ?? rule.row(people))
      .select()
    if (role !== 'admin' || adminMay.length === 0) expect([400, 401, 403]).toContain(merged)
    if (readable && may.length === 0) expect(await everyRow(table)).toEqual(before)
  })

  if (adminMay.includes('insert')) {
    test('is written by an admin', async () => {
      const row = rule.row(people)
      const added = await clients.admin.from(table).insert(row).select().single()
      expect(added.error).toBeNull()
      const id = (added.data as Record<string, unknown>)[key]
      const changed = await clients.admin.from(table).update(rule.change).eq(key, id).select().single()
      expect(changed.error).toBeNull()
      expect(changed.data).toMatchObject(rule.change)
      const removed = await clients.admin.from(table).delete().eq(key, id).select()
      expect(removed.error).toBeNull()
      expect(removed.data).toHaveLength(1)
    })
  }
})

describe('settings', () => {
  test('are one row that only an admin changes', async () => {
    const changed = await clients.admin
      .from('shop_settings')
      .update({ payee_name: 'Mehfil Tickets' })
      .eq('id', 1)
      .select()
    expect(changed.error).toBeNull()
    expect(changed.data).toMatchObject([{ payee_name: 'Mehfil Tickets' }])
  })
})

describe('contact messages', () => {
  test('are marked as handled by an admin, who changes nothing else', async () => {
    const id = randomUUID()
    const p_message = { id, name: 'Farah', email: 'farah@test.example', topic: 'payment', message: 'Where is it?' }
    expect((await clients.visitor.rpc('send_contact_message', { p_message })).error).toBeNull()
    const at = '2030-01-01T00:00:00+00:00'
    const handled = await clients.admin.from('contact_messages').update({ handled_at: at }).eq('id', id).select()
    expect(handled.error).toBeNull()
    expect(handled.data).toMatchObject([{ handled_by: people.admin!.id, message: 'Where is it?' }])
    // The server sets the time.
    expect(handled.data?.[0]?.handled_at).not.toBe(at)
    const rewritten = await clients.admin.from('contact_messages').update({ message: 'Nothing' }).eq('id', id).select()
    expect(rewritten.status).toBe(403)
  })
})
