import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCustomer } from '../support/server/visitor.ts'
import {
  answer,
  line,
  newCategory,
  openCast,
  payment,
  reference,
  refusal,
  submitted,
  type Cast,
  type Submitted,
} from './support/cast.ts'

let shop: Cast['shop']
let customer: Cast['customer']
let other: Cast['other']
let admin: Cast['admin']
let stranger: Cast['stranger']

beforeAll(async () => {
  ;({ shop, customer, other, admin, stranger } = await openCast())
})
afterAll(async () => shop?.dispose())

describe('taken_seats', () => {
  test('shows all the same seats, and marks my own only for me', async () => {
    const { category } = await newCategory(admin)
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1', 'A2') })
    const asked = { p_ticket_category_id: category }
    expect(await answer(customer.client, 'taken_seats', asked)).toMatchObject({ taken: [], mine: ['A1', 'A2'] })
    expect(await answer(other.client, 'taken_seats', asked)).toMatchObject({ taken: ['A1', 'A2'], mine: [] })
    expect(await answer(stranger, 'taken_seats', asked)).toMatchObject({ taken: ['A1', 'A2'], mine: [] })
  })
})

describe('hold_seats', () => {
  test('fixes the price and returns the end of the hold', async () => {
    const { category } = await newCategory(admin)
    const order = randomUUID()
    const held = await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1', 'A2') })
    expect(held).toMatchObject({ order_id: order, extended: false, subtotal: 1000, gst: 180, fee: 60, total: 1240 })
    expect(held['order_code']).toMatch(/^MF[0-9A-HJKMNP-TV-Z]{8}$/)
    const ms = Date.parse(held['expires_at'] as string) - Date.parse(held['server_time'] as string)
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

  test('takes only a seat’s exact label', async () => {
    const { category } = await newCategory(admin)
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
    const { category } = await newCategory(admin)
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

  test('treats seats of my other order as taken', async () => {
    const { category } = await newCategory(admin)
    await answer(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
    const again = { p_order_id: randomUUID(), p_lines: line(category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', again)).toMatchObject({ status: 409, code: 'seats_taken' })
  })

  test('refuses an order of another customer', async () => {
    const { category } = await newCategory(admin)
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

  test('allows ten seats of a category and forty at once', async () => {
    const { category } = await newCategory(admin, 100)
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

  test('refuses cancelled and past events', async () => {
    const { event, category } = await newCategory(admin)
    await answer(admin.client, 'cancel_event', { p_event_id: event, p_reason: 'Rain' })
    const cancelled = { p_order_id: randomUUID(), p_lines: line(category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', cancelled)).toMatchObject({ status: 409, code: 'not_on_sale' })
    const over = await newCategory(admin, 20, { date: '2020-01-05T13:30:00Z' })
    const late = { p_order_id: randomUUID(), p_lines: line(over.category, 'A1') }
    expect(await refusal(customer.client, 'hold_seats', late)).toMatchObject({ status: 409, code: 'not_on_sale' })
    const gone = { p_order_id: randomUUID(), p_lines: line(randomUUID(), 'A1') }
    expect(await refusal(customer.client, 'hold_seats', gone)).toMatchObject({ status: 409, code: 'not_on_sale' })
  })
})

describe('extend_hold and release_seats', () => {
  test('extends once by five minutes; then the seats are free again', async () => {
    const { category } = await newCategory(admin)
    const order = { p_order_id: randomUUID() }
    const held = await answer(customer.client, 'hold_seats', { ...order, p_lines: line(category, 'A1') })
    const until = Date.parse(held['expires_at'] as string)
    expect(Date.parse(await answer<string>(customer.client, 'extend_hold', order)) - until).toBe(300_000)
    expect(Date.parse(await answer<string>(customer.client, 'extend_hold', order)) - until).toBe(300_000)
    await answer(customer.client, 'release_seats', order)
    expect(await answer(other.client, 'taken_seats', { p_ticket_category_id: category })).toMatchObject({ taken: [] })
    expect(await refusal(customer.client, 'extend_hold', order)).toMatchObject({ status: 409, code: 'hold_expired' })
  })

  test('refuses an unknown order', async () => {
    const order = { p_order_id: randomUUID() }
    expect(await refusal(customer.client, 'extend_hold', order)).toMatchObject({ status: 404, code: 'unknown_order' })
  })
})

describe('submit_payment', () => {
  test('records a payment once, however often it is sent', async () => {
    const { category } = await newCategory(admin)
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

  test('refuses an invalid payment', async () => {
    const { category } = await newCategory(admin)
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

  test('refuses my own reference a second time, but not a stranger’s', async () => {
    const { category } = await newCategory(admin)
    const first = await submitted(customer, category, 'A1')
    const again = payment(customer, randomUUID(), line(category, 'A2'))
    const used = { ...again, p_transaction_id: first.transaction_id }
    const found = await refusal(customer.client, 'submit_payment', used)
    expect(found).toMatchObject({ status: 409, code: 'transaction_used', detail: first.order_code })
    const theirs = randomUUID()
    const claim = { ...payment(other, theirs, line(category, 'B1')), p_transaction_id: first.transaction_id }
    expect(await answer(other.client, 'submit_payment', claim)).toMatchObject({ status: 'pending' })
  })

  test('records money that was sent, whatever else is wrong', async () => {
    const { event, category } = await newCategory(admin)
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
