import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/domain/backend-key.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/visitor.ts'

/**
 * No answer tells whether something of somebody else exists: asked for what another has and for what nobody has, the
 * shop says the same, byte for byte. What the caller said, and times and ids made for the answer, are left out.
 */

let shop: Shop
let mallory: Customer
/** What the victim has. */
let theirs: { email: string; order: string; reference: string; payment: string; ticket: string; picture: string }

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  mallory = await newCustomer(shop, 'Mallory')
  const victim = await demoPerson(shop, 'customer')
  const { data: payment } = await victim.client.from('payments').select('*').eq('status', 'approved').limit(1).single()
  const { data: ticket } = await victim.client.from('user_tickets').select('id').limit(1).single()
  theirs = {
    email: victim.email,
    order: payment.order_id,
    reference: payment.transaction_id,
    payment: payment.id,
    ticket: ticket!.id,
    picture: payment.screenshot_url,
  }
})
afterAll(async () => shop?.dispose())

const nobodys = (): typeof theirs => ({
  email: `nobody.${randomUUID()}@test.example`,
  order: randomUUID(),
  reference: String(Math.floor(1e11 + Math.random() * 8e11)),
  payment: randomUUID(),
  ticket: randomUUID(),
  picture: `${randomUUID()}/1790000000000-${randomUUID()}.png`,
})

interface Asked {
  method: string
  path: string
  body?: unknown
}

/** Status and text of an answer, without what was asked for. */
async function said({ method, path, body }: Asked, of: typeof theirs, token: string | null): Promise<string> {
  const answer = await fetch(shop.url + path, {
    method,
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  let text = `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`
  for (const [name, value] of Object.entries(of)) text = text.replaceAll(value, `<${name}>`)
  return text
}

const rpc = (name: string, body: unknown): Asked => ({ method: 'POST', path: `/rest/v1/rpc/${name}`, body })
const auth = (path: string) => ({ method: 'POST', path: `/auth/v1/${path}` })
const get = (path: string): Asked => ({ method: 'GET', path: `/rest/v1/${path}` })

const questions: [string, (of: typeof theirs) => Asked][] = [
  ['the state of a reference', (of) => rpc('check_payment_status', { p_transaction_id: of.reference })],
  ['the tickets of a reference', (of) => rpc('confirm_tickets', { p_transaction_id: of.reference })],
  ['a refund', (of) => rpc('request_refund', { p_ticket_id: of.ticket })],
  ['a decision', (of) => rpc('review_payment', { p_payment_id: of.payment, p_decision: 'approved' })],
  ['several decisions', (of) => rpc('review_payments', { p_payment_ids: [of.payment] })],
  ['other seats', (of) => rpc('reassign_seats', { p_payment_id: of.payment, p_lines: [] })],
  ['a revocation', (of) => rpc('revoke_tickets', { p_ticket_ids: [of.ticket], p_reason: 'X' })],
  ['the search for a reference', (of) => rpc('search_payments', { p_search: of.reference })],
  ['a payment by its reference', (of) => get(`payments?transaction_id=eq.${of.reference}`)],
  ['a payment by its order', (of) => get(`payments?order_id=eq.${of.order}`)],
  ['a ticket', (of) => get(`user_tickets?id=eq.${of.ticket}`)],
  ['seats of an order', (of) => get(`seat_claims?order_id=eq.${of.order}`)],
  ['a profile by its address', (of) => get(`profiles?email=eq.${of.email}`)],
  ['a message by its address', (of) => get(`contact_messages?email=eq.${of.email}`)],
  [
    'how many have that address',
    (of) => ({ method: 'GET', path: `/rest/v1/profiles?select=count&email=eq.${of.email}` }),
  ],
  ['a picture', (of) => ({ method: 'GET', path: `/storage/v1/object/payments/${of.picture}` })],
  ['what a picture is', (of) => ({ method: 'GET', path: `/storage/v1/object/info/payments/${of.picture}` })],
  [
    'pictures of somebody',
    (of) => ({ method: 'POST', path: '/storage/v1/object/list/payments', body: { prefix: of.picture.split('/')[0] } }),
  ],
  [
    'signing in',
    (of) => ({ ...auth('token?grant_type=password'), body: { email: of.email, password: 'a wrong one' } }),
  ],
  ['a forgotten password', (of) => ({ ...auth('recover'), body: { email: of.email } })],
  ['another confirmation', (of) => ({ ...auth('resend'), body: { email: of.email, type: 'signup' } })],
  ['a code of a mail', (of) => ({ ...auth('verify'), body: { email: of.email, token: '123456', type: 'recovery' } })],
  [
    'an address for one’s own account',
    (of) => ({ method: 'PUT', path: '/auth/v1/user', body: { email: of.email, data: { name: 'X' } } }),
  ],
]

test.each(questions)('%s', async (_, question) => {
  for (const token of [null, mallory.token]) {
    const unknown = nobodys()
    const known = await said(question(theirs), theirs, token)
    expect(known).toBe(await said(question(unknown), unknown, token))
    // Not a failure that would be the same for everything.
    expect(known).not.toMatch(/^5/)
  }
})

test('a payment with a reference that another has is recorded like any other', async () => {
  const { data: category } = await mallory.client
    .from('ticket_categories')
    .select('id, events!inner(date)')
    .gt('events.date', new Date().toISOString())
    .limit(1)
    .single()
  const answers = []
  for (const reference of [theirs.reference, nobodys().reference]) {
    const order = randomUUID()
    const { data, error } = await mallory.client.rpc('submit_payment', {
      p_order_id: order,
      p_transaction_id: reference,
      p_amount: 1,
      p_screenshot_path: `${mallory.id}/1790000000000-${order}.png`,
      p_lines: [{ ticket_category_id: category!.id, seats: ['A1'] }],
      p_screenshot_sha256: 'a'.repeat(64),
    })
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
