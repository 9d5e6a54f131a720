import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { belongingsOf, nobodys, questions, said, type Belongings } from '../storm/existence.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'
import { line, payment } from './support/cast.ts'

/** Answers about another's data and about unknown data are equal byte for byte, except times and ids. */

let shop: Shop
let mallory: Customer
let theirs: Belongings

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  mallory = await newCustomer(shop, 'Mallory')
  theirs = await belongingsOf(await demoPerson(shop, 'customer'))
})
afterAll(async () => shop?.dispose())

test.each(questions)('%s', async (_, question) => {
  for (const token of [null, mallory.token]) {
    const unknown = nobodys()
    const known = await said(shop.url, question(theirs), theirs, token)
    expect(known).toBe(await said(shop.url, question(unknown), unknown, token))
    expect(known).not.toMatch(/^5/)
  }
})

test('records a payment with another’s reference like any other', async () => {
  const { data: category } = await mallory.client
    .from('ticket_categories')
    .select('id, events!inner(date)')
    .gt('events.date', new Date().toISOString())
    .limit(1)
    .single()
  const answers = []
  for (const reference of [theirs.reference, nobodys().reference]) {
    const order = randomUUID()
    const sent = { ...payment(mallory, order, line(category!.id, 'A1')), p_transaction_id: reference, p_amount: 1 }
    const { data, error } = await mallory.client.rpc('submit_payment', sent)
    expect(error).toBeNull()
    const { status, amount } = data as Record<string, unknown>
    const seen = await mallory.client.from('payments').select('*').eq('order_id', order).single()
    answers.push({ keys: Object.keys(data as object).sort(), status, amount, columns: Object.keys(seen.data).sort() })
    expect(await mallory.client.rpc('check_payment_status', { p_transaction_id: reference })).toMatchObject({
      data: [{ order_id: order }],
    })
  }
  expect(answers[0]).toEqual(answers[1])
})
