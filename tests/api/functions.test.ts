import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../support/visitor.ts'

/** Every function of the API, asked by everybody, over HTTP: who may call it, and each refusal with its code. */

let shop: Shop
let customer: Customer
let other: Customer
let gate: Customer
let admin: Customer
let stranger: SupabaseClient

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  customer = await newCustomer(shop, 'Farah')
  other = await newCustomer(shop, 'Joseph')
  gate = await demoPerson(shop, 'gate')
  admin = await demoPerson(shop, 'admin')
  stranger = visitor(shop)
})
afterAll(async () => shop?.dispose())

interface Refusal {
  status: number
  code: string
  detail: unknown
}

/** What a call was refused with; fails the test when it was not. */
async function refusal(client: SupabaseClient, name: string, args: Record<string, unknown> = {}): Promise<Refusal> {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`)
  return { status, code: error.message, detail: error.details }
}

async function answer<T = Record<string, unknown>>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message} ${error.details ?? ''} ${error.hint ?? ''}`)
  return data as T
}

/** A new event of one category with twenty seats, A1 to D5, on sale for five hundred rupees each. */
async function newCategory(
  total = 20,
  more: Record<string, unknown> = {},
): Promise<{ event: string; category: string }> {
  const singer = await admin.client
    .from('singers')
    .insert({ name: `Singer ${randomUUID()}` })
    .select('id')
    .single()
  const event = await admin.client
    .from('events')
    .insert({ singer_id: singer.data!.id, city: 'Mumbai', venue: 'Test Hall', date: '2030-01-05T13:30:00Z', ...more })
    .select('id')
    .single()
  const category = await admin.client
    .from('ticket_categories')
    .insert({ event_id: event.data!.id, name: 'Gold', price: 500, total_tickets: total, tickets_sold: 0 })
    .select('id')
    .single()
  return { event: event.data!.id, category: category.data!.id }
}

const line = (category: string, ...seats: string[]) => [{ ticket_category_id: category, seats }]
let references = 700_000_000_000
const reference = () => String((references += 1))

/** 500 rupees and 30 rupees fee a seat, 18% tax on the price. */
const priceOf = (seats: number) => 620 * seats

/** The arguments of a payment that is in order. */
function payment(person: Customer, order: string, lines: unknown, seats = 1): Record<string, unknown> {
  return {
    p_order_id: order,
    p_transaction_id: reference(),
    p_amount: priceOf(seats),
    p_screenshot_path: `${person.id}/1790000000000-${order}.png`,
    p_lines: lines,
    p_screenshot_sha256: 'a'.repeat(64),
  }
}

interface Submitted {
  payment_id: string
  order_id: string
  order_code: string
  transaction_id: string
  status: string
}

async function submitted(person: Customer, category: string, ...seats: string[]): Promise<Submitted> {
  const order = randomUUID()
  await answer(person.client, 'hold_seats', { p_order_id: order, p_lines: line(category, ...seats) })
  return answer<Submitted>(
    person.client,
    'submit_payment',
    payment(person, order, line(category, ...seats), seats.length),
  )
}

describe('who may call', () => {
  const someId = randomUUID()
  const customerFunctions: [string, Record<string, unknown>][] = [
    ['hold_seats', { p_order_id: someId, p_lines: line(someId, 'A1') }],
    ['extend_hold', { p_order_id: someId }],
    ['release_seats', { p_order_id: someId }],
    ['submit_payment', { p_order_id: someId, p_transaction_id: '1', p_amount: 1, p_lines: line(someId, 'A1') }],
    ['save_profile', { p_profile: { name: 'X' } }],
    ['export_my_data', {}],
    ['request_refund', { p_ticket_id: someId }],
    ['delete_my_account', { p_confirm: true }],
  ]
  const staffFunctions: [string, Record<string, unknown>][] = [
    ['review_payment', { p_payment_id: someId, p_decision: 'approved', p_note: null }],
    ['review_payments', { p_payment_ids: [someId] }],
    ['reassign_seats', { p_payment_id: someId, p_lines: line(someId, 'A1') }],
    ['revoke_tickets', { p_ticket_ids: [someId], p_reason: 'X' }],
    ['assign_layout', { p_ticket_category_id: someId, p_seating_layout_id: someId, p_section_ids: ['all'] }],
    ['cancel_event', { p_event_id: someId, p_reason: 'X' }],
    ['move_event', { p_event_id: someId, p_date: '2031-01-01T00:00:00Z' }],
    ['set_staff_role', { p_user_id: someId, p_role: 'admin' }],
    ['dashboard_stats', {}],
    ['count_payments', {}],
    ['count_listed', { p_list: 'payments' }],
    ['watch_payments', { p_screen: randomUUID() }],
    ['dashboard_days', {}],
    ['import_catalogue', { p_catalogue: {}, p_dry_run: true }],
    ['import_bank_rows', { p_rows: [] }],
    ['match_bank_rows', {}],
    ['find_bank_rows', { p_reference: '412345678901' }],
    ['mark_refunded', { p_refund_id: someId, p_utr: '412345678901' }],
  ]

  test.each(customerFunctions)('%s: nobody who is not signed in', async (name, args) => {
    expect(await refusal(stranger, name, args)).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test.each(staffFunctions)('%s: admins alone', async (name, args) => {
    expect(await refusal(stranger, name, args)).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await refusal(customer.client, name, args)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await refusal(gate.client, name, args)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each(['get_payment_details', 'get_all_tickets', 'get_all_profiles'])(
    '%s: a customer sees at most their own, a visitor nothing, an admin everything',
    async (name) => {
      expect((await refusal(stranger, name)).status).toBe(401)
      const seen = await answer<{ user_id?: string; profile_id?: string }[]>(other.client, name)
      expect(seen.filter((row) => (row.user_id ?? row.profile_id) !== other.id)).toEqual([])
      expect((await answer<unknown[]>(admin.client, name)).length).toBeGreaterThan(5)
    },
  )

  test.each([
    ['search_payments', 'a'],
    ['search_tickets', 'a'],
    ['search_profiles', 'a'],
    ['search_refunds', 'example'],
  ])('%s: finds for admins alone', async (name, text) => {
    const asked = { p_search: text }
    expect((await refusal(stranger, name, asked)).status).toBe(401)
    expect(await answer(customer.client, name, asked)).toEqual([])
    expect(await answer(gate.client, name, asked)).toEqual([])
    expect((await answer<unknown[]>(admin.client, name, asked)).length).toBeGreaterThan(0)
    expect(await answer(admin.client, name, { p_search: 'nobody has this text' })).toEqual([])
    expect(await answer(admin.client, name)).toEqual([])
  })

  test('my_role: everybody hears their own', async () => {
    expect(await answer(stranger, 'my_role')).toBeNull()
    expect(await answer(customer.client, 'my_role')).toBeNull()
    expect(await answer(gate.client, 'my_role')).toBe('gate')
    expect(await answer(admin.client, 'my_role')).toBe('admin')
  })

  test('check_payment_status and confirm_tickets tell nobody of somebody else’s payment', async () => {
    const { category } = await newCategory()
    const sent = await submitted(customer, category, 'A1')
    const asked = { p_transaction_id: sent.transaction_id }
    expect(await answer(customer.client, 'check_payment_status', asked)).toMatchObject([{ status: 'pending' }])
    for (const client of [other.client, gate.client]) {
      expect(await answer(client, 'check_payment_status', asked)).toEqual([])
      expect(await answer(client, 'confirm_tickets', asked)).toEqual([])
    }
    expect(await answer(other.client, 'check_payment_status', { p_transaction_id: '000000000000' })).toEqual([])
    expect((await refusal(stranger, 'check_payment_status', asked)).status).toBe(401)
  })

  test('private functions are nobody’s', async () => {
    for (const name of ['is_admin', 'price_order', 'ticket_signature', 'grant_people', 'lock_event']) {
      expect((await refusal(admin.client, name)).status).toBe(404)
    }
  })
})

describe('taken_seats', () => {
  test('shows everybody the same, and what is mine to me alone', async () => {
    const { category } = await newCategory()
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1', 'A2') })
    const asked = { p_ticket_category_id: category }
    expect(await answer(customer.client, 'taken_seats', asked)).toMatchObject({ taken: [], mine: ['A1', 'A2'] })
    expect(await answer(other.client, 'taken_seats', asked)).toMatchObject({ taken: ['A1', 'A2'], mine: [] })
    expect(await answer(stranger, 'taken_seats', asked)).toMatchObject({ taken: ['A1', 'A2'], mine: [] })
  })
})

describe('hold_seats', () => {
  test('freezes the price and says until when', async () => {
    const { category } = await newCategory()
    const order = randomUUID()
    const held = await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1', 'A2') })
    expect(held).toMatchObject({ order_id: order, extended: false, subtotal: 1000, gst: 180, fee: 60, total: 1240 })
    expect(held['order_code']).toMatch(/^MF[0-9A-HJKMNP-TV-Z]{8}$/)
    const ms = Date.parse(held['expires_at'] as string) - Date.parse(held['server_time'] as string)
    // Ten minutes from the moment the server looked at its clock, which is a blink before it answers.
    expect(ms).toBeGreaterThan(590_000)
    expect(ms).toBeLessThanOrEqual(600_000)
  })

  test.each([
    ['no lines', []],
    ['lines that are no list', { a: 1 }],
    ['a line without seats', [{ ticket_category_id: randomUUID(), seats: [] }]],
    ['a seat that is no text', [{ ticket_category_id: randomUUID(), seats: [1] }]],
    ['a category that is no id', [{ ticket_category_id: 'gold', seats: ['A1'] }]],
    ['a number', 7],
    ['nothing', null],
    ['too many lines', Array.from({ length: 41 }, () => ({ ticket_category_id: randomUUID(), seats: ['A1'] }))],
  ])('refuses %s as invalid', async (_, p_lines) => {
    const found = await refusal(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines })
    expect(found).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('knows a seat by its exact label', async () => {
    const { category } = await newCategory()
    for (const seat of ['a1', 'A01', ' A1', 'A0', 'Z9', 'BALC-A1', '']) {
      const found = await refusal(customer.client, 'hold_seats', {
        p_order_id: randomUUID(),
        p_lines: line(category, seat),
      })
      expect(found, seat).toMatchObject({ status: 400, code: expect.stringMatching(/^(unknown_seat|invalid)$/) })
    }
    const found = await refusal(customer.client, 'hold_seats', {
      p_order_id: randomUUID(),
      p_lines: line(category, 'a1'),
    })
    expect(found.code).toBe('unknown_seat')
  })

  test('names every lost seat and changes nothing', async () => {
    const { category } = await newCategory()
    await answer(other.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1', 'A3') })
    const mine = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: mine, p_lines: line(category, 'B1') })
    const found = await refusal(customer.client, 'hold_seats', {
      p_order_id: mine,
      p_lines: line(category, 'A1', 'A2', 'A3'),
    })
    expect(found).toMatchObject({ status: 409, code: 'seats_taken' })
    expect(JSON.parse(found.detail as string)).toEqual(line(category, 'A1', 'A3'))
    expect(await answer(customer.client, 'taken_seats', { p_ticket_category_id: category })).toMatchObject({
      mine: ['B1'],
    })
  })

  test('another order of one’s own is in the way like anybody’s', async () => {
    const { category } = await newCategory()
    await answer(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
    const again = { p_order_id: randomUUID(), p_lines: line(category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', again)).toMatchObject({ status: 409, code: 'seats_taken' })
  })

  test('an order belongs to who opened it', async () => {
    const { category } = await newCategory()
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1') })
    const taken = { status: 403, code: 'other_user' }
    expect(
      await refusal(other.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A2') }),
    ).toMatchObject(taken)
    expect(await refusal(other.client, 'extend_hold', { p_order_id: order })).toMatchObject({ status: 403 })
    expect(await refusal(other.client, 'release_seats', { p_order_id: order })).toMatchObject({ status: 403 })
    expect(await refusal(other.client, 'submit_payment', payment(other, order, line(category, 'A1')))).toMatchObject(
      taken,
    )
  })

  test('ten seats of a category, forty at once', async () => {
    const { category } = await newCategory(100)
    const eleven = Array.from({ length: 11 }, (_, n) => (n < 10 ? `A${n + 1}` : 'B1'))
    const tooMany = { p_order_id: randomUUID(), p_lines: line(category, ...eleven) }
    expect(await refusal(customer.client, 'hold_seats', tooMany)).toMatchObject({ status: 400, code: 'too_many_seats' })
    const greedy = await newCustomer(shop, 'Greedy')
    const ten = (row: string) => Array.from({ length: 10 }, (_, n) => `${row}${n + 1}`)
    for (const row of 'ABCD') {
      const lines = line(category, ...ten(row))
      await answer(greedy.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: lines })
    }
    const one = { p_order_id: randomUUID(), p_lines: line(category, 'E1') }
    expect(await refusal(greedy.client, 'hold_seats', one)).toMatchObject({ status: 429, code: 'too_many' })
  })

  test('nothing that is cancelled or over', async () => {
    const { event, category } = await newCategory()
    await answer(admin.client, 'cancel_event', { p_event_id: event, p_reason: 'Rain' })
    const cancelled = { p_order_id: randomUUID(), p_lines: line(category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', cancelled)).toMatchObject({ status: 409, code: 'not_on_sale' })
    const over = await newCategory(20, { date: '2020-01-05T13:30:00Z' })
    const late = { p_order_id: randomUUID(), p_lines: line(over.category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', late)).toMatchObject({ status: 409, code: 'not_on_sale' })
    const gone = { p_order_id: randomUUID(), p_lines: line(randomUUID(), 'A1') }
    expect(await refusal(customer.client, 'hold_seats', gone)).toMatchObject({ status: 409, code: 'not_on_sale' })
  })
})

describe('extend_hold and release_seats', () => {
  test('five minutes, once; then the seats go back', async () => {
    const { category } = await newCategory()
    const order = { p_order_id: randomUUID() }
    const held = await answer(customer.client, 'hold_seats', { ...order, p_lines: line(category, 'A1') })
    const until = Date.parse(held['expires_at'] as string)
    expect(Date.parse(await answer<string>(customer.client, 'extend_hold', order)) - until).toBe(300_000)
    expect(Date.parse(await answer<string>(customer.client, 'extend_hold', order)) - until).toBe(300_000)
    await answer(customer.client, 'release_seats', order)
    expect(await answer(other.client, 'taken_seats', { p_ticket_category_id: category })).toMatchObject({ taken: [] })
    expect(await refusal(customer.client, 'extend_hold', order)).toMatchObject({ status: 409, code: 'hold_expired' })
  })

  test('an order nobody has seen', async () => {
    const order = { p_order_id: randomUUID() }
    expect(await refusal(customer.client, 'extend_hold', order)).toMatchObject({ status: 404, code: 'unknown_order' })
  })
})

describe('submit_payment', () => {
  test('arrives once, however often it is sent', async () => {
    const { category } = await newCategory()
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1') })
    const args = payment(customer, order, line(category, 'A1'))
    const first = await answer<Submitted>(customer.client, 'submit_payment', args)
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        answer<Submitted>(customer.client, 'submit_payment', n % 2 ? args : { ...args, p_transaction_id: reference() }),
      ),
    )
    expect(all).toEqual(Array.from({ length: 8 }, () => first))
    const rows = await customer.client.from('payments').select('id').eq('order_id', order)
    expect(rows.data).toHaveLength(1)
    const again = { p_order_id: order, p_lines: line(category, 'A2') }
    expect(await refusal(customer.client, 'hold_seats', again)).toMatchObject({ status: 409, code: 'order_submitted' })
    expect(await refusal(customer.client, 'extend_hold', { p_order_id: order })).toMatchObject({
      code: 'order_submitted',
    })
  })

  test('turns back what is not a payment', async () => {
    const { category } = await newCategory()
    const order = randomUUID()
    const good = payment(customer, order, line(category, 'A1'))
    const bad: Record<string, unknown>[] = [
      { p_order_id: null },
      { p_transaction_id: '' },
      { p_transaction_id: '   ' },
      { p_transaction_id: 'x'.repeat(65) },
      { p_transaction_id: 'a\nb' },
      { p_amount: -1 },
      { p_amount: 'NaN' },
      { p_amount: 1e9 },
      { p_amount: null },
      { p_screenshot_path: null },
      { p_screenshot_path: `${other.id}/1-${order}.png` },
      { p_screenshot_path: `${customer.id}/1-${randomUUID()}.png` },
      { p_screenshot_path: `${customer.id}/../${order}.png` },
      { p_screenshot_path: `${customer.id}/1-${order}.svg` },
      { p_screenshot_sha256: 'abc' },
      { p_lines: [] },
      { p_lines: null },
    ]
    for (const change of bad) {
      const found = await refusal(customer.client, 'submit_payment', { ...good, ...change })
      expect(found, JSON.stringify(change)).toMatchObject({ status: 400, code: 'invalid' })
    }
  })

  test('a reference of one’s own is used once; a stranger may claim the same', async () => {
    const { category } = await newCategory()
    const first = await submitted(customer, category, 'A1')
    const again = payment(customer, randomUUID(), line(category, 'A2'))
    const used = { ...again, p_transaction_id: first.transaction_id }
    const found = await refusal(customer.client, 'submit_payment', used)
    expect(found).toMatchObject({ status: 409, code: 'transaction_used', detail: first.order_code })
    const theirs = randomUUID()
    const claim = { ...payment(other, theirs, line(category, 'B1')), p_transaction_id: first.transaction_id }
    expect(await answer(other.client, 'submit_payment', claim)).toMatchObject({ status: 'pending' })
  })

  test('money that was sent is recorded, whatever is wrong', async () => {
    const { event, category } = await newCategory()
    const unheld = await answer(
      customer.client,
      'submit_payment',
      payment(customer, randomUUID(), line(category, 'A1')),
    )
    expect(unheld).toMatchObject({ status: 'pending' })
    const short = { ...payment(customer, randomUUID(), line(category, 'A2')), p_amount: 1 }
    expect(await answer(customer.client, 'submit_payment', short)).toMatchObject({ status: 'pending' })
    const lost = payment(other, randomUUID(), line(category, 'A1'))
    expect(await answer(other.client, 'submit_payment', lost)).toMatchObject({ status: 'pending' })
    await answer(admin.client, 'cancel_event', { p_event_id: event, p_reason: 'Rain' })
    const late = payment(customer, randomUUID(), line(category, 'A3'))
    expect(await answer(customer.client, 'submit_payment', late)).toMatchObject({ status: 'pending' })
    const nowhere = payment(customer, randomUUID(), line(randomUUID(), 'A3'))
    expect(await answer(customer.client, 'submit_payment', nowhere)).toMatchObject({ status: 'pending' })
  })
})

describe('review', () => {
  test('approving makes the tickets; saying it again says the same; the opposite is refused', async () => {
    const { category } = await newCategory()
    const sent = await submitted(customer, category, 'A1', 'A2')
    const decide = (p_decision: string) => ({ p_payment_id: sent.payment_id, p_decision, p_note: null })
    const approved = await answer(admin.client, 'review_payment', decide('approved'))
    expect(await answer(admin.client, 'review_payment', decide('approved'))).toEqual(approved)
    const found = await refusal(admin.client, 'review_payment', decide('rejected'))
    expect(found).toMatchObject({ status: 409, code: 'already_decided' })
    const tickets = await answer<Record<string, unknown>[]>(customer.client, 'confirm_tickets', {
      p_transaction_id: sent.transaction_id,
    })
    expect(tickets).toMatchObject([
      { seats: ['A1', 'A2'], quantity: 2, total_amount: 1240, payment_status: 'completed' },
    ])
    const sold = await admin.client.from('ticket_categories').select('tickets_sold').eq('id', category).single()
    expect(sold.data).toEqual({ tickets_sold: 2 })
  })

  test('rejecting gives the seats back to the same customer, who may send again', async () => {
    const { category } = await newCategory()
    const sent = await submitted(customer, category, 'A1')
    const decision = { p_payment_id: sent.payment_id, p_decision: 'rejected', p_note: 'Not found' }
    await answer(admin.client, 'review_payment', decision)
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1') })
    const again = { ...payment(customer, order, line(category, 'A1')), p_transaction_id: sent.transaction_id }
    expect(await answer(customer.client, 'submit_payment', again)).toMatchObject({ status: 'pending' })
  })

  test('a reference is approved once', async () => {
    const { category } = await newCategory()
    const first = await submitted(customer, category, 'A1')
    const order = randomUUID()
    const claim = { ...payment(other, order, line(category, 'B1')), p_transaction_id: first.transaction_id }
    const second = await answer<Submitted>(other.client, 'submit_payment', claim)
    const approve = (id: string) => ({ p_payment_id: id, p_decision: 'approved', p_note: null })
    await answer(admin.client, 'review_payment', approve(first.payment_id))
    const found = await refusal(admin.client, 'review_payment', approve(second.payment_id))
    expect(found).toMatchObject({ status: 409, code: 'reference_approved', detail: first.order_code })
  })

  test('lost seats are reassigned before an approval', async () => {
    const { category } = await newCategory()
    await submitted(other, category, 'A1')
    const args = payment(customer, randomUUID(), line(category, 'A1'))
    const late = await answer<Submitted>(customer.client, 'submit_payment', args)
    const approve = { p_payment_id: late.payment_id, p_decision: 'approved', p_note: null }
    const found = await refusal(admin.client, 'review_payment', approve)
    expect(found).toMatchObject({ status: 409, code: 'seats_lost' })
    expect(JSON.parse(found.detail as string)).toMatchObject([{ ticket_category_id: category, seats: ['A1'] }])
    const taken = { p_payment_id: late.payment_id, p_lines: line(category, 'A1') }
    expect(await refusal(admin.client, 'reassign_seats', taken)).toMatchObject({ status: 409, code: 'seats_taken' })
    await answer(admin.client, 'reassign_seats', { p_payment_id: late.payment_id, p_lines: line(category, 'A2') })
    await answer(admin.client, 'review_payment', approve)
    const tickets = await customer.client.from('user_tickets').select('seats').eq('payment_id', late.payment_id)
    expect(tickets.data).toEqual([{ seats: ['A2'] }])
  })

  test('nobody approves their own payment', async () => {
    const { category } = await newCategory()
    const own = await submitted(admin, category, 'A1')
    const approve = { p_payment_id: own.payment_id, p_decision: 'approved', p_note: null }
    expect(await refusal(admin.client, 'review_payment', approve)).toMatchObject({ status: 403, code: 'own_payment' })
  })

  test('a decision that is none, a payment that is none', async () => {
    const { category } = await newCategory()
    const sent = await submitted(customer, category, 'A1')
    const odd = { p_payment_id: sent.payment_id, p_decision: 'perhaps', p_note: null }
    expect(await refusal(admin.client, 'review_payment', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const none = { p_payment_id: randomUUID(), p_decision: 'approved', p_note: null }
    expect(await refusal(admin.client, 'review_payment', none)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('several at once: each decided by itself', async () => {
    const { category } = await newCategory()
    const one = await submitted(customer, category, 'A1')
    const two = await submitted(other, category, 'B1')
    const ids = [one.payment_id, randomUUID(), two.payment_id]
    await answer(admin.client, 'review_payments', { p_payment_ids: ids })
    const rows = await admin.client.from('payments').select('status').in('id', ids)
    expect(rows.data).toEqual([{ status: 'approved' }, { status: 'approved' }])
  })

  test('revoking needs a reason, and is seen by the customer', async () => {
    const { category } = await newCategory()
    const sent = await submitted(customer, category, 'A1')
    await answer(admin.client, 'review_payment', {
      p_payment_id: sent.payment_id,
      p_decision: 'approved',
      p_note: null,
    })
    const mine = await customer.client.from('user_tickets').select('id').eq('payment_id', sent.payment_id).single()
    const none = { p_ticket_ids: [mine.data!.id], p_reason: ' ' }
    expect(await refusal(admin.client, 'revoke_tickets', none)).toMatchObject({ status: 400, code: 'invalid' })
    await answer(admin.client, 'revoke_tickets', { p_ticket_ids: [mine.data!.id], p_reason: 'Charged back' })
    const after = await customer.client
      .from('user_tickets')
      .select('payment_status, revoked_reason')
      .eq('id', mine.data!.id)
    expect(after.data).toEqual([{ payment_status: 'failed', revoked_reason: 'Charged back' }])
  })
})

describe('staff and catalogue', () => {
  test('the last admin stays', async () => {
    const last = { p_user_id: admin.id, p_role: null }
    expect(await refusal(admin.client, 'set_staff_role', last)).toMatchObject({ status: 409, code: 'last_admin' })
    const odd = { p_user_id: customer.id, p_role: 'owner' }
    expect(await refusal(admin.client, 'set_staff_role', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const none = { p_user_id: randomUUID(), p_role: 'gate' }
    expect(await refusal(admin.client, 'set_staff_role', none)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('layouts: one per event, a section once, none under claims', async () => {
    const { event, category } = await newCategory()
    const layout = async (code: string) => {
      const rows = [{ label: 'A', seats: [1, 2] }]
      const layout_data = { stage: 'top', sections: ['ONE', 'TWO'].map((s) => ({ code: s, name: s, rows })) }
      const made = await admin.client
        .from('seating_layouts')
        .insert({ name: `${code} ${randomUUID()}`, layout_data })
        .select('id')
        .single()
      return made.data!.id as string
    }
    const [hall, tent] = [await layout('Hall'), await layout('Tent')]
    const second = await admin.client
      .from('ticket_categories')
      .insert({ event_id: event, name: 'Silver', price: 300, total_tickets: 5, tickets_sold: 0 })
      .select('id')
      .single()
    const assign = (id: string, to: string, sections: string[]) => ({
      p_ticket_category_id: id,
      p_seating_layout_id: to,
      p_section_ids: sections,
    })
    await answer(admin.client, 'assign_layout', assign(category, hall, ['ONE']))
    expect(await refusal(admin.client, 'assign_layout', assign(second.data!.id, tent, ['TWO']))).toMatchObject({
      status: 409,
      code: 'other_layout',
    })
    expect(await refusal(admin.client, 'assign_layout', assign(second.data!.id, hall, ['ONE']))).toMatchObject({
      status: 409,
      code: 'section_taken',
    })
    await answer(admin.client, 'assign_layout', assign(second.data!.id, hall, ['all']))
    await answer(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'ONE-A1') })
    expect(
      await refusal(admin.client, 'assign_layout', { ...assign(category, hall, []), p_seating_layout_id: null }),
    ).toMatchObject({
      status: 409,
      code: 'seats_claimed',
    })
  })

  test('the box office takes free seats only and gives back its own', async () => {
    const { category } = await newCategory(4)
    await submitted(customer, category, 'A1')
    const sell = (tickets_sold: number) =>
      admin.client.from('ticket_categories').update({ tickets_sold }).eq('id', category).select('tickets_sold')
    expect((await sell(4)).error?.message).toBe('not_enough_free_seats')
    expect((await sell(3)).data).toEqual([{ tickets_sold: 3 }])
    expect((await sell(0)).data).toEqual([{ tickets_sold: 0 }])
    expect((await sell(5)).error?.message).toBe('sold_exceeds_total')
  })

  test('a form that saw an older row changes nothing', async () => {
    const { event } = await newCategory()
    const seen = await admin.client.from('events').select('revision').eq('id', event).single()
    const edit = (venue: string) =>
      admin.client.from('events').update({ venue, revision: seen.data!.revision }).eq('id', event).select('venue')
    expect((await edit('First')).data).toEqual([{ venue: 'First' }])
    expect((await edit('Second')).error?.message).toBe('changed_meanwhile')
  })

  test('what somebody holds on to is not deleted', async () => {
    const { event, category } = await newCategory()
    await answer(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
    const removal = await admin.client.from('events').delete().eq('id', event).select()
    expect(removal.status).toBe(409)
    expect(removal.error?.message).toBe('in_use')
  })

  test('cancelling and moving', async () => {
    const { event } = await newCategory()
    const nowhere = { p_event_id: randomUUID(), p_reason: 'X' }
    expect(await refusal(admin.client, 'cancel_event', nowhere)).toMatchObject({ status: 404, code: 'not_found' })
    const unreadable = { p_event_id: event, p_date: 'soon' }
    expect((await refusal(admin.client, 'move_event', unreadable)).status).toBe(400)
    const moved = await answer(admin.client, 'move_event', { p_event_id: event, p_date: '2031-02-03T13:30:00Z' })
    expect(moved).toMatchObject({ previous_date: expect.stringMatching(/^2030-01-05/) })
  })
})

describe('the customer’s own things', () => {
  test('a profile is saved as far as it is the customer’s', async () => {
    const saved = await answer(customer.client, 'save_profile', { p_profile: { name: 'Farah N.', location: 'Mumbai' } })
    expect(saved).toMatchObject({ id: customer.id, name: 'Farah N.', location: 'Mumbai', email: customer.email })
    const odd = { p_profile: { refund_upi_id: 'not an id' } }
    expect(await refusal(customer.client, 'save_profile', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const forged = { p_profile: { role: 'admin' } }
    expect(await refusal(customer.client, 'save_profile', forged)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('an export holds one’s own data and nobody else’s', async () => {
    const mine = JSON.stringify(await answer(customer.client, 'export_my_data'))
    expect(mine).toContain(customer.email)
    expect(mine).not.toContain(other.email)
  })

  test('an account with a payment under review goes only when confirmed', async () => {
    const leaving = await newCustomer(shop, 'Leaving')
    const { category } = await newCategory()
    await submitted(leaving, category, 'A1')
    const found = await refusal(leaving.client, 'delete_my_account', { p_confirm: false })
    expect(found).toMatchObject({ status: 409, code: 'pending_payment' })
    await answer(leaving.client, 'delete_my_account', { p_confirm: true })
    const { email, password } = leaving
    expect((await visitor(shop).auth.signInWithPassword({ email, password })).error?.status).toBe(400)
  })

  test('a message without words, and a flood of them', async () => {
    const message = { id: randomUUID(), name: 'X', email: 'x@test.example', topic: 'payment', message: ' ' }
    const empty = await refusal(stranger, 'send_contact_message', { p_message: message })
    expect(empty).toMatchObject({ status: 400, code: 'invalid' })
  })
})
