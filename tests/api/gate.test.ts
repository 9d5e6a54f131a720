import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePassCode, encodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { isIssued } from '../../src/shop/tickets/passes/verify-pass.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../support/server/visitor.ts'

const HOUR_MS = 3_600_000

let shop: Shop
let admin: Customer
let gate: Customer
let elsewhere: Customer
let buyer: Customer
let stranger: SupabaseClient

interface Scan {
  id: string
  event_id: string
  ticket_id: string
  verdict: string
  seats?: string[]
  gate: string
  device: string
  scanned_at: string
  sent_at: string
  undoes?: string
}
interface Side {
  scan_id: string
  ticket_id: string
  gate: string
  device: string
  staff_name: string
  at: string
}
interface Recorded {
  at: string
  answers: { index: number; id: string; ok: boolean; problem?: string; code?: string; field?: string }[]
  conflicts: { seat: string; first: Side; later: Side }[]
}
interface Row {
  id: string
  code?: string
  name?: string
  seats: string[]
  state: string
  reason?: string
  in?: { scan: string; seats: string[]; gate: string; at: string }[]
}
interface Roster {
  at: string
  event: { id: string; name: string; date: string; status: string }
  rows: Row[]
  gone: string[]
  total: number | null
  next: string | null
  next_since: string
}
interface Keys {
  keys: { number: number; key: string }[]
  withdrawn: number[]
  opens_at: string
  closes_at: string
}

async function answer<T>(client: SupabaseClient, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message} ${error.details ?? ''} ${error.hint ?? ''}`)
  return data as T
}

async function refusal(client: SupabaseClient, name: string, args: Record<string, unknown> = {}) {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`)
  return { status, code: error.message, detail: error.details as unknown }
}

async function inserted(table: string, row: Record<string, unknown>): Promise<string> {
  const { data, error } = await admin.client.from(table).insert(row).select('id').single()
  if (error) throw new Error(`${table}: ${error.message}`)
  return data.id
}

async function newEvent(hours = 5, seats = 100): Promise<{ event: string; category: string }> {
  const singer = await inserted('singers', { name: `Singer ${randomUUID()}` })
  const date = new Date(Date.now() + hours * HOUR_MS).toISOString()
  const event = await inserted('events', { singer_id: singer, city: 'Pune', venue: 'Test Hall', date })
  const category = { event_id: event, name: 'Gold', price: 500, total_tickets: seats, tickets_sold: 0 }
  return { event, category: await inserted('ticket_categories', category) }
}

let references = 800_000_000_000
const paid = (person: Customer, category: string, seats: string[]) =>
  submitted(person, [{ ticket_category_id: category, seats }])

async function submitted(
  person: Customer,
  lines: { ticket_category_id: string; seats: string[] }[],
): Promise<{ payment: string; order: string }> {
  const order = randomUUID()
  await answer(person.client, 'hold_seats', { p_order_id: order, p_lines: lines })
  const sent = await answer<{ payment_id: string }>(person.client, 'submit_payment', {
    p_order_id: order,
    p_transaction_id: String((references += 1)),
    p_amount: 620,
    p_screenshot_path: `${person.id}/${Date.now()}-${order}.png`,
    p_lines: lines,
    p_screenshot_sha256: 'a'.repeat(64),
  })
  return { payment: sent.payment_id, order }
}

interface Ticket {
  id: string
  event_id: string
  user_id: string
  seats: string[]
  key_number: number
  code: string
}
async function sold(person: Customer, category: string, ...seats: string[]): Promise<Ticket> {
  const { payment } = await paid(person, category, seats)
  await answer(admin.client, 'review_payment', { p_payment_id: payment, p_decision: 'approved', p_note: null })
  const { data } = await person.client.from('user_tickets').select('*').eq('payment_id', payment).single()
  return data as Ticket
}

const scanOf = (ticket: Pick<Ticket, 'id' | 'event_id'>, seats: string[], more: Partial<Scan> = {}): Scan => ({
  id: randomUUID(),
  event_id: ticket.event_id,
  ticket_id: ticket.id,
  verdict: 'ENTER',
  seats,
  gate: 'Gate A',
  device: 'phone-a',
  scanned_at: new Date().toISOString(),
  sent_at: new Date().toISOString(),
  ...more,
})
const record = (person: Customer, ...scans: unknown[]) =>
  answer<Recorded>(person.client, 'record_scans', { p_scans: scans })
const roster = (person: Customer, event: string, since: string | null = null, after: string | null = null) =>
  answer<Roster>(person.client, 'gate_roster', { p_event_id: event, p_after: after, p_since: since })
const assign = (person: Customer, ...events: string[]) =>
  answer(admin.client, 'set_staff_events', { p_user_id: person.id, p_event_ids: events })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  admin = await demoPerson(shop, 'admin')
  gate = await demoPerson(shop, 'gate')
  buyer = await newCustomer(shop, 'Farah Nadkarni')
  elsewhere = await newCustomer(shop, 'Other Gate')
  await answer(admin.client, 'set_staff_role', { p_user_id: elsewhere.id, p_role: 'gate' })
  stranger = visitor(shop)
})
afterAll(async () => shop?.dispose())

test('the demo’s gate staff can prepare tomorrow’s event', async () => {
  const events = await answer<{ event_id: string; opens_at: string; tickets: number }[]>(gate.client, 'gate_events')
  expect(events.length).toBeGreaterThan(10)
  const [next] = events
  expect(Date.parse(next!.opens_at)).toBeLessThan(Date.now())
  expect((await answer<Keys>(gate.client, 'gate_key', { p_event_id: next!.event_id })).keys).toHaveLength(1)
  const { rows } = await roster(gate, next!.event_id)
  expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['valid', 'revoked', 'rejected']))
  expect(rows.some((row) => row.seats.length === 4)).toBe(true)
})

describe('access', () => {
  let event: string
  let ticket: Ticket
  beforeAll(async () => {
    const made = await newEvent()
    event = made.event
    ticket = await sold(buyer, made.category, 'A1')
    await assign(gate, event)
    await assign(elsewhere, (await newEvent()).event)
  })

  const ofAnEvent = [
    'gate_key',
    'gate_roster',
    'gate_trouble',
    'gate_counters',
    'rotate_event_key',
    'report_gate_device',
  ]
  const more = { report_gate_device: { p_device: 'phone', p_gate: 'Gate A' } } as Record<string, object>

  test.each(ofAnEvent)('%s: nothing for visitors, customers and the gate staff of another event', async (name) => {
    const args = { p_event_id: event, ...more[name] }
    expect(await refusal(stranger, name, args)).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await refusal(buyer.client, name, args)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await refusal(elsewhere.client, name, args)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await refusal(admin.client, name, { ...args, p_event_id: randomUUID() })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await refusal(admin.client, name, { ...args, p_event_id: null })).toMatchObject({
      status: 400,
      code: 'invalid',
    })
  })

  test.each(ofAnEvent.filter((name) => name !== 'rotate_event_key'))(
    '%s: for its staff and for admins',
    async (name) => {
      const args = { p_event_id: event, ...more[name] }
      for (const person of [gate, admin]) expect((await person.client.rpc(name, args)).error).toBeNull()
    },
  )

  test('set_staff_events and rotate_event_key: admins only', async () => {
    const assigning = { p_user_id: gate.id, p_event_ids: [event] }
    expect(await refusal(stranger, 'set_staff_events', assigning)).toMatchObject({ status: 401, code: 'not_signed_in' })
    for (const person of [buyer, gate, elsewhere]) {
      expect(await refusal(person.client, 'set_staff_events', assigning)).toMatchObject({ status: 403 })
      expect(await refusal(person.client, 'rotate_event_key', { p_event_id: event })).toMatchObject({ status: 403 })
    }
    const odd = { p_user_id: buyer.id, p_event_ids: [event] }
    expect(await refusal(admin.client, 'set_staff_events', odd)).toMatchObject({ status: 404, code: 'not_found' })
    const none = { p_user_id: gate.id, p_event_ids: null }
    expect(await refusal(admin.client, 'set_staff_events', none)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('gate_events: staff see their own events, others none', async () => {
    const mine = await answer<{ event_id: string }[]>(gate.client, 'gate_events')
    expect(mine.map((one) => one.event_id)).toEqual([event])
    expect(await refusal(stranger, 'gate_events')).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await refusal(buyer.client, 'gate_events')).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('record_scans: staff of the event; others leave no trace', async () => {
    const scan = scanOf(ticket, ['A1'])
    expect(await refusal(stranger, 'record_scans', { p_scans: [scan] })).toMatchObject({ status: 401 })
    expect(await refusal(buyer.client, 'record_scans', { p_scans: [scan] })).toMatchObject({ status: 403 })
    expect((await record(elsewhere, scan)).answers).toMatchObject([{ ok: false, code: 'forbidden' }])
    expect((await admin.client.from('ticket_scans').select('id').eq('id', scan.id)).data).toEqual([])
    expect((await record(gate, scan)).answers).toMatchObject([{ ok: true, id: scan.id }])
    expect((await elsewhere.client.from('ticket_scans').select('id')).data).toEqual([])
    expect((await buyer.client.from('ticket_scans').select('id')).data).toEqual([])
    expect((await gate.client.from('ticket_scans').select('staff_id').eq('id', scan.id)).data).toEqual([
      { staff_id: gate.id },
    ])
  })

  test('get_check_ins: admins only', async () => {
    expect((await refusal(stranger, 'get_check_ins')).status).toBe(401)
    for (const person of [buyer, gate]) expect(await answer(person.client, 'get_check_ins')).toEqual([])
    const { data } = await admin.client.rpc('get_check_ins').select('*').eq('event_id', event)
    expect(data).toMatchObject([{ ticket_id: ticket.id, user_email: buyer.email, ticket_category: 'Gold' }])
  })
})

describe('keys', () => {
  test('sign what customers show, and are available around the event only', async () => {
    const { event, category } = await newEvent()
    const ticket = await sold(buyer, category, 'A1', 'A2')
    const given = await answer<Keys>(admin.client, 'gate_key', { p_event_id: event })
    expect(given).toMatchObject({ withdrawn: [], keys: [{ number: 1 }] })
    const { key } = given.keys[0]!
    const { data: passes } = await buyer.client.from('passes').select('*').eq('ticket_id', ticket.id).order('number')
    expect(passes).toMatchObject([{ seat: 'A1' }, { seat: 'A2' }])
    for (const { number, seat, issue, key_number: keyNumber, signature } of passes!) {
      const of = { ticketId: ticket.id, userId: ticket.user_id, eventId: ticket.event_id, test: false, device: null }
      const shown = decodePassCode(encodePassCode({ ...of, keyNumber, number, seat, issue, signature }))!
      expect(await isIssued(shown, key)).toBe(true)
      expect(await isIssued({ ...shown, seat: 'A3' }, key)).toBe(false)
    }
    const { data } = await admin.client.from('audit_log').select('*').eq('action', 'hand_out').eq('row_id', event)
    expect(data).toMatchObject([{ actor: admin.id, after: { key_numbers: [1] } }])
    expect(JSON.stringify(data)).not.toContain(given.keys[0]!.key)

    for (const hours of [49, 24 * 90, -25]) {
      const { event: far } = await newEvent(hours)
      const found = await refusal(admin.client, 'gate_key', { p_event_id: far })
      expect(found).toMatchObject({ status: 403, code: 'gate_closed' })
      expect(JSON.parse(found.detail as string)).toHaveProperty('opens_at')
    }
    for (const hours of [47, -23]) {
      const { event: near } = await newEvent(hours)
      expect((await answer<Keys>(admin.client, 'gate_key', { p_event_id: near })).keys).toHaveLength(1)
    }
  })

  test('give every ticket a new signature when rotated, in wallet and gate', async () => {
    const { event, category } = await newEvent()
    const before = await sold(buyer, category, 'A1')
    const signature = async (): Promise<string> =>
      (await buyer.client.from('passes').select('signature').eq('ticket_id', before.id).single()).data?.signature
    const first = await signature()
    const rotated = await answer(admin.client, 'rotate_event_key', { p_event_id: event, p_withdraw: true })
    expect(rotated).toMatchObject({ key_number: 2, withdrawn: [1], resigned: 1 })
    const { data } = await buyer.client.from('user_tickets').select('*').eq('id', before.id).single()
    expect(data).toMatchObject({ key_number: 2, code: before.code })
    expect(await signature()).not.toBe(first)
    const given = await answer<Keys>(admin.client, 'gate_key', { p_event_id: event })
    expect(given).toMatchObject({ withdrawn: [1], keys: [{ number: 2 }] })
  })
})

describe('the roster', () => {
  test('is paged without gaps or repeats', async () => {
    const categories = 40
    const orders = 26
    const singer = await inserted('singers', { name: `Singer ${randomUUID()}` })
    const date = new Date(Date.now() + 5 * HOUR_MS).toISOString()
    const event = await inserted('events', { singer_id: singer, city: 'Pune', venue: 'Test Hall', date })
    const rows = Array.from({ length: categories }, (_, n) => ({
      event_id: event,
      name: `Block ${n}`,
      price: 100,
      total_tickets: orders,
      tickets_sold: 0,
    }))
    const { data } = await admin.client.from('ticket_categories').insert(rows).select('id').throwOnError()
    const blocks = (data as { id: string }[]).map((row) => row.id)
    const crowd = await newCustomer(shop, 'Crowd')
    const columns = Math.min(10, Math.ceil(Math.sqrt(orders)))
    for (let n = 0; n < orders; n += 1) {
      const seat = `${'ABCDEFGH'[Math.floor(n / columns)]}${(n % columns) + 1}`
      const { payment } = await submitted(
        crowd,
        blocks.map((id) => ({ ticket_category_id: id, seats: [seat] })),
      )
      await answer(admin.client, 'review_payment', { p_payment_id: payment, p_decision: 'approved', p_note: null })
    }
    const first = await roster(admin, event)
    expect(first).toMatchObject({ total: categories * orders, next: first.rows.at(-1)!.id })
    expect(first.rows).toHaveLength(1_000)
    const second = await roster(admin, event, null, first.next)
    expect(second.next).toBeNull()
    const ids = [...first.rows, ...second.rows].map((row) => row.id)
    expect(ids).toHaveLength(categories * orders)
    expect(ids).toEqual([...new Set(ids)].toSorted())

    // A change on a page already read is in the delta from the first page on.
    const taken = { p_ticket_ids: [ids[0]], p_reason: 'Charged back' }
    await answer(admin.client, 'revoke_tickets', taken)
    const since = await roster(admin, event, first.at)
    expect(since.rows).toMatchObject([{ id: ids[0], state: 'revoked' }])
    // Deltas are paged, too: everything was sold a moment ago.
    const all = await roster(admin, event, '2020-01-01T00:00:00Z')
    const rest = await roster(admin, event, '2020-01-01T00:00:00Z', all.next)
    expect([...all.rows, ...all.gone, ...rest.rows, ...rest.gone].length).toBeGreaterThanOrEqual(1_001)
  })

  test('then contains only changes', async () => {
    const { event, category } = await newEvent()
    await assign(gate, event)
    const tickets: Ticket[] = []
    for (const seat of ['A1', 'B1', 'C1', 'D1']) tickets.push(await sold(buyer, category, seat))
    const first = await roster(gate, event)
    expect(first.rows.map((row) => row.id)).toEqual(tickets.map((ticket) => ticket.id).toSorted())
    expect(first).toMatchObject({ total: 4, next: null, gone: [] })
    expect(new Set(first.rows.map((row) => row.name))).toEqual(new Set(['Farah N.']))

    const [moved, revoked, entered, untouched] = tickets as [Ticket, Ticket, Ticket, Ticket]
    // The delta overlaps by two minutes, which include these sales; afterwards it is exact.
    const { at } = await roster(gate, event)
    const { data } = await admin.client.from('user_tickets').select('payment_id').eq('id', moved.id).single()
    const lines = [{ ticket_category_id: category, seats: ['H9'] }]
    await answer(admin.client, 'reassign_seats', { p_payment_id: data!.payment_id, p_lines: lines })
    await answer(admin.client, 'revoke_tickets', { p_ticket_ids: [revoked.id], p_reason: 'Charged back' })
    await record(gate, scanOf(entered, entered.seats))
    const fresh = await sold(buyer, category, 'J1')
    const delta = await roster(gate, event, at)
    const byId = new Map(delta.rows.map((row) => [row.id, row]))
    expect(new Set(byId.keys())).toEqual(new Set([moved.id, revoked.id, entered.id, fresh.id]))
    expect(byId.get(moved.id)).toMatchObject({ state: 'valid', seats: ['H9'] })
    expect(byId.get(revoked.id)).toMatchObject({ state: 'revoked', reason: 'Charged back' })
    expect(byId.get(entered.id)).toMatchObject({ in: [{ gate: 'Gate A', seats: entered.seats }] })
    expect(byId.has(untouched.id)).toBe(false)
    expect(delta.total).toBeNull()

    await answer(admin.client, 'cancel_event', { p_event_id: event, p_reason: 'Rain' })
    expect((await roster(gate, event, new Date().toISOString())).event.status).toBe('cancelled')
  })

  test('includes payments without a ticket', async () => {
    const { event, category } = await newEvent()
    await paid(buyer, category, ['A1'])
    const { payment } = await paid(buyer, category, ['A2'])
    const no = { p_payment_id: payment, p_decision: 'rejected', p_note: 'Not in our account' }
    await answer(admin.client, 'review_payment', no)
    const { rows } = await roster(admin, event)
    expect(rows.map(({ state, reason, seats }) => ({ state, reason, seats })).toSorted(bySeat)).toEqual([
      { state: 'pending', reason: undefined, seats: ['A1'] },
      { state: 'rejected', reason: 'Not in our account', seats: ['A2'] },
    ])
  })
  const bySeat = (a: { seats: string[] }, b: { seats: string[] }) => a.seats[0]!.localeCompare(b.seats[0]!)
})

describe('scans', () => {
  let event: string
  let category: string
  beforeAll(async () => {
    const made = await newEvent()
    event = made.event
    category = made.category
    await assign(gate, event)
  })

  test('of a group at two gates are no conflict; the same seat at both gates is one for both devices', async () => {
    const ticket = await sold(buyer, category, 'A1', 'A2', 'A3', 'A4')
    const here = scanOf(ticket, ['A1', 'A2'], { scanned_at: ago(120) })
    const there = scanOf(ticket, ['A3', 'A4'], { gate: 'Gate B', device: 'phone-b', scanned_at: ago(60) })
    expect((await record(gate, here)).conflicts).toEqual([])
    expect((await record(admin, there)).conflicts).toEqual([])

    const late = scanOf(ticket, ['A2'], {
      gate: 'Gate B',
      device: 'phone-b',
      scanned_at: ago(3600 + 30),
      sent_at: ago(3600),
    })
    const recorded = await record(admin, late)
    expect(recorded.conflicts).toMatchObject([
      { seat: 'A2', first: { scan_id: here.id, gate: 'Gate A' }, later: { scan_id: late.id, gate: 'Gate B' } },
    ])
    expect(Math.abs(Date.parse(recorded.conflicts[0]!.later.at) - Date.parse(ago(30)))).toBeLessThan(5_000)
    // The other device learns it when it sends or polls.
    expect((await record(gate, here)).conflicts).toMatchObject([{ seat: 'A2', later: { device: 'phone-b' } }])
    const trouble = await answer<{ conflict_count: number }>(gate.client, 'gate_trouble', { p_event_id: event })
    expect(trouble.conflict_count).toBe(1)
    const undo = scanOf(ticket, [], {
      verdict: 'UNDO',
      undoes: late.id,
      device: 'phone-b',
      scanned_at: ago(3600 + 25),
      sent_at: ago(3600),
    })
    expect((await record(gate, { ...undo, id: randomUUID() })).answers).toMatchObject([{ problem: 'undo_refused' }])
    expect((await record(admin, undo)).answers).toMatchObject([{ ok: true, problem: null }])
    expect(await answer(gate.client, 'gate_trouble', { p_event_id: event })).toMatchObject({
      conflict_count: 0,
      problems: [{ problem: 'undo_refused', seats: ['A2'] }],
    })
  })

  test('report an admission without a ticket', async () => {
    const scan = scanOf({ id: randomUUID(), event_id: event }, ['Z1'])
    expect((await record(gate, scan)).answers).toMatchObject([{ ok: true, problem: 'unknown_ticket' }])
    const trouble = await answer<{ problems: { scan_id: string; problem: string }[] }>(gate.client, 'gate_trouble', {
      p_event_id: event,
    })
    expect(trouble.problems[0]).toMatchObject({ scan_id: scan.id, problem: 'unknown_ticket' })
  })

  test('that are malformed do not delay others', async () => {
    const ticket = await sold(buyer, category, 'B1')
    const good = scanOf(ticket, ['B1'])
    const garbage = scanOf({ id: 'x\u0000\ud800😀'.repeat(200), event_id: event }, [], { verdict: 'NOT VALID' })
    const { answers } = await record(
      gate,
      null,
      { ...good, id: 'no uuid' },
      { ...good, id: randomUUID(), seats: ['a1'] },
      { ...good, id: randomUUID(), event_id: randomUUID() },
      { ...good, id: randomUUID(), verdict: { $ne: 1 } },
      { ...garbage, scanned_at: 'yesterday', reason: { deep: [1] }, gate: 7, device: null },
      good,
    )
    expect(answers.map((one) => one.ok)).toEqual([false, false, false, false, false, true, true])
    const { data } = await gate.client.from('ticket_scans').select('ticket_id, gate').eq('id', garbage.id).single()
    expect(data!.gate).toBe('7')
    expect(Array.from(data!.ticket_id as string)).toHaveLength(512)
  })

  test('are each recorded once when a thousand are sent twice', async () => {
    const { event: big, category: floor } = await newEvent()
    await assign(gate, big)
    const ticket = await sold(buyer, floor, 'A1')
    const scans = Array.from({ length: 1_000 }, (_, n) =>
      scanOf(ticket, n === 0 ? ['A1'] : [], { event_id: big, verdict: n === 0 ? 'ENTER' : 'ALREADY IN' }),
    )
    // A busy database asks for a repeat, which a gate makes.
    const kept = async (sent: typeof scans) => {
      for (;;)
        try {
          return await record(gate, ...sent)
        } catch (error) {
          if (!String(error).includes('The database is busy')) throw error
        }
    }
    const [one, two] = await Promise.all([kept(scans), kept(scans.toReversed())])
    for (const { answers } of [one, two]) expect(answers.filter((answered) => answered.ok)).toHaveLength(1_000)
    expect(one.answers.map((answered) => answered.id)).toEqual(scans.map((scan) => scan.id))
    const { count } = await gate.client
      .from('ticket_scans')
      .select('id', { count: 'exact', head: true })
      .eq('event_id', big)
    expect(count).toBe(1_000)
    const counters = await answer(gate.client, 'gate_counters', { p_event_id: big })
    expect(counters).toMatchObject({
      expected: 1,
      admitted: 1,
      gates: [{ gate: 'Gate A', admitted: 1, refused: 999, scans: 1_000 }],
      refused: [{ verdict: 'ALREADY IN', count: 999 }],
      devices: [{ device: 'phone-a', gate: 'Gate A', scans: 1_000 }],
    })
    const many = [...scans, scanOf(ticket, [])]
    expect(await refusal(gate.client, 'record_scans', { p_scans: many })).toMatchObject({
      status: 400,
      code: 'invalid',
    })
    for (const odd of [null, {}, 'x'])
      expect((await refusal(gate.client, 'record_scans', { p_scans: odd })).status).toBe(400)
  })
})
