import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePassCode, encodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { isIssued } from '../../src/shop/tickets/passes/verify-pass.ts'
import type { Customer } from '../support/server/visitor.ts'
import { answer, approve, newCategory, openCast, refusal, submitted, type Cast } from './support/cast.ts'

const HOUR_MS = 3_600_000

let shop: Cast['shop']
let admin: Customer
let gate: Customer
let elsewhere: Customer
let buyer: Customer

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
  gate: string
  device: string
  at: string
}
interface Recorded {
  answers: { index: number; id: string; ok: boolean; problem?: string; code?: string }[]
  conflicts: { seat: string; first: Side; later: Side }[]
}
interface Keys {
  keys: { number: number; key: string }[]
  withdrawn: number[]
  opens_at: string
}
interface Ticket {
  id: string
  event_id: string
  user_id: string
  seats: string[]
  code: string
}

const newEvent = (hours = 5) => newCategory(admin, 100, { date: new Date(Date.now() + hours * HOUR_MS).toISOString() })

async function sold(person: Customer, category: string, ...seats: string[]): Promise<Ticket> {
  const sent = await submitted(person, category, ...seats)
  await approve(admin, sent)
  const { data } = await person.client.from('user_tickets').select('*').eq('payment_id', sent.payment_id).single()
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
const assign = (person: Customer, ...events: string[]) =>
  answer(admin.client, 'set_staff_events', { p_user_id: person.id, p_event_ids: events })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

beforeAll(async () => {
  ;({ shop, admin, gate, customer: buyer, other: elsewhere } = await openCast())
  await answer(admin.client, 'set_staff_role', { p_user_id: elsewhere.id, p_role: 'gate' })
})
afterAll(async () => shop?.dispose())

test('the demo’s gate staff can prepare tomorrow’s event', async () => {
  const events = await answer<{ event_id: string; opens_at: string; tickets: number }[]>(gate.client, 'gate_events')
  expect(events.length).toBeGreaterThan(10)
  const [next] = events
  expect(Date.parse(next!.opens_at)).toBeLessThan(Date.now())
  expect((await answer<Keys>(gate.client, 'gate_key', { p_event_id: next!.event_id })).keys).toHaveLength(1)
  const asked = { p_event_id: next!.event_id }
  const { rows } = await answer<{ rows: { state: string; seats: string[] }[] }>(gate.client, 'gate_roster', asked)
  expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['valid', 'revoked', 'rejected']))
  expect(rows.some((row) => row.seats.length === 4)).toBe(true)
})

test.each(['gate_key', 'gate_roster', 'gate_trouble', 'gate_counters', 'report_gate_device'])(
  '%s: for admins and the gate staff of the event',
  async (name) => {
    const { event } = await newEvent()
    await assign(gate, event)
    const args = { p_event_id: event, ...(name === 'report_gate_device' && { p_device: 'phone', p_gate: 'Gate A' }) }
    for (const { client } of [gate, admin]) await answer(client, name, args)
    expect(await refusal(elsewhere.client, name, args)).toMatchObject({ status: 403, code: 'forbidden' })
    const nowhere = { ...args, p_event_id: randomUUID() }
    expect(await refusal(admin.client, name, nowhere)).toMatchObject({ status: 404, code: 'not_found' })
    expect((await refusal(admin.client, name, { ...args, p_event_id: null })).status).toBe(400)
  },
)

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

    const { event: far } = await newEvent(49)
    const found = await refusal(admin.client, 'gate_key', { p_event_id: far })
    expect(found).toMatchObject({ status: 403, code: 'gate_closed' })
    expect(JSON.parse(found.detail as string)).toHaveProperty('opens_at')
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

describe('scans', () => {
  let event: string
  let category: string
  beforeAll(async () => {
    ;({ event, category } = await newEvent())
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
