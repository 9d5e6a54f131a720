import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, newCustomer, post, visitor, type Customer } from '../support/server/visitor.ts'
import { line, newCategory, openCast, payment, reference, type Cast, type Submitted } from './support/cast.ts'

let shop: Cast['shop']
let farah: Customer
let joseph: Customer
let admin: Customer
let category = ''
let seat = 0

beforeAll(async () => {
  ;({ shop, customer: farah, other: joseph, admin } = await openCast())
  category = (await newCategory(admin, 200)).category
})
afterAll(async () => shop?.dispose())

const nextSeat = (): string => {
  seat += 1
  return `${String.fromCharCode(64 + Math.ceil(seat / 5))}${((seat - 1) % 5) + 1}`
}

async function submits(person: Customer, forged: Record<string, unknown> = {}) {
  const p_order_id = randomUUID()
  const p_lines = line(category, nextSeat())
  await person.client.rpc('hold_seats', { p_order_id, p_lines })
  const args = { ...payment(person, p_order_id, p_lines), ...forged }
  const { data, error, status } = await person.client.rpc('submit_payment', args)
  return { sent: data as Submitted, error, status, args }
}

const roleOf = async (person: Pick<Customer, 'client'>): Promise<unknown> => (await person.client.rpc('my_role')).data

async function expectNoAdmin(person: Pick<Customer, 'client' | 'id'>): Promise<void> {
  const { client } = person
  expect(await roleOf(person)).toBeNull()
  expect((await client.rpc('dashboard_stats')).status).toBe(403)
  expect((await client.rpc('set_staff_role', { p_user_id: person.id, p_role: 'admin' })).status).toBe(403)
  expect((await client.from('staff').select('*')).data).toEqual([])
  expect((await client.from('profiles').select('id')).data).toEqual([{ id: person.id }])
  expect((await client.from('singers').insert({ name: 'Mine' })).status).toBe(403)
}

describe('a role', () => {
  const claims = {
    data: { role: 'admin', is_admin: true, app_metadata: { role: 'admin' }, claims: { role: 'service_role' } },
    app_metadata: { role: 'admin', provider: 'service', roles: ['admin'] },
    user_metadata: { role: 'admin' },
    role: 'service_role',
    aud: 'service_role',
    is_super_admin: true,
  }

  test('cannot be claimed at sign-up', async () => {
    const email = `mallory.${randomUUID()}@test.example`
    const password = 'a long password'
    const sent = await post(shop, '/auth/v1/signup', { email, password, ...claims, id: admin.id, sub: admin.id })
    expect(sent.status).toBe(200)
    const client = visitor(shop)
    const { data } = await client.auth.signInWithPassword({ email, password })
    expect(data.user?.id).not.toBe(admin.id)
    expect(data.user?.role).toBe('authenticated')
    expect(data.user?.app_metadata['role']).toBeUndefined()
    await expectNoAdmin({ client, id: data.user!.id })
  })

  test('cannot be claimed by changing the account or with the next token', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    const changed = await post(shop, '/auth/v1/user', claims, bearer(mallory), 'PUT')
    const user = (await changed.json()) as Record<string, Record<string, unknown>>
    expect(changed.status).toBe(200)
    expect(user['role']).toBe('authenticated')
    expect(user['app_metadata']?.['role']).toBeUndefined()
    // It stays in the account's own metadata.
    expect(user['user_metadata']?.['role']).toBe('admin')
    await mallory.client.auth.refreshSession()
    await expectNoAdmin(mallory)
  })

  test('cannot be claimed in the profile', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    for (const more of [{ role: 'admin' }, { id: admin.id }, { email: admin.email }, { user_id: admin.id }]) {
      const saved = await mallory.client.rpc('save_profile', { p_profile: { name: 'Mallory', ...more } })
      // A whole profile is accepted, but only the customer's own fields change.
      const own = 'id' in more || 'email' in more
      expect(saved.status, JSON.stringify(more)).toBe(own ? 200 : 400)
      if (own) expect(saved.data).toMatchObject({ id: mallory.id, email: mallory.email })
      const patched = await mallory.client.from('profiles').update(more).eq('id', mallory.id).select()
      expect([400, 403], JSON.stringify(more)).toContain(patched.status)
    }
    await expectNoAdmin(mallory)
  })

  test('cannot be taken with another’s address', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    const answers = []
    for (const email of [admin.email, `free.${randomUUID()}@test.example`]) {
      const { error } = await mallory.client.auth.updateUser({ email })
      answers.push({ status: error?.status, code: error?.code, message: error?.message })
    }
    expect(answers[0]).toMatchObject({ status: 422 })
    expect(answers[1]).toEqual(answers[0])
    expect((await mallory.client.from('profiles').select('email')).data).toEqual([{ email: mallory.email }])
  })
})

describe('a price, a state, a seat', () => {
  test('come from the database, whatever the client sends', async () => {
    const order = randomUUID()
    const lines = [
      {
        ...{ ticket_category_id: category, seats: [nextSeat()] },
        ...{ unit_price: 0.01, price: 0, total_amount: 0, quantity: 0, state: 'sold', user_id: joseph.id },
      },
    ]
    const held = await farah.client.rpc('hold_seats', { p_order_id: order, p_lines: lines })
    expect(held.error).toBeNull()
    expect(held.data).toMatchObject({ total: 620, lines: [{ unit_price: 500, quantity: 1 }] })
    for (const more of [{ p_status: 'approved' }, { p_total: 0 }, { p_user_id: joseph.id }, { p_unit_price: 0 }]) {
      expect((await submits(farah, more)).status, JSON.stringify(more)).toBe(404)
    }
  })

  test.each([0, 0.01, 619.99, 999_999_999])('records a payment of %d with a flag for staff', async (p_amount) => {
    const { sent, error } = await submits(farah, { p_amount })
    expect(error).toBeNull()
    expect(sent).toMatchObject({ status: 'pending', amount: p_amount })
    const { data: lines } = await admin.client.from('payment_lines').select('unit_price, total_amount').match({
      payment_id: sent.payment_id,
    })
    expect(lines).toEqual([{ unit_price: 500, total_amount: 620 }])
    const { data: seen } = await admin.client
      .rpc('get_payment_details')
      .eq('payment_id', sent.payment_id)
      .select('warnings')
    expect(seen).toMatchObject([
      { warnings: [{ code: 'amount_differs', expected: 620, amount: p_amount }, { code: 'no_screenshot' }] },
    ])
    expect((await farah.client.from('user_tickets').select('id').eq('payment_id', sent.payment_id)).data).toEqual([])
  })

  test('refuses unknown seats and more seats than allowed', async () => {
    for (const seats of [['ZZ999'], ['A0'], ['A1', 'A1'], ['B-A1'], ['a1'], [' A1'], [null], [{}], 'A1', []]) {
      const p_lines = [{ ticket_category_id: category, seats }]
      const held = await farah.client.rpc('hold_seats', { p_order_id: randomUUID(), p_lines })
      expect(held.status, JSON.stringify(seats)).toBe(400)
    }
    const many = Array.from({ length: 11 }, (_, n) => `M${n + 1}`)
    const held = await farah.client.rpc('hold_seats', {
      p_order_id: randomUUID(),
      p_lines: [{ ticket_category_id: category, seats: many }],
    })
    expect(held.status).toBe(400)
    const { data } = await farah.client.from('seat_claims').select('seat').like('seat', 'M%')
    expect(data).toEqual([])
  })

  test('records a payment once, however often it is sent at once', async () => {
    const { args, sent } = await submits(farah)
    const again = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        farah.client.rpc('submit_payment', n % 2 ? args : { ...args, p_transaction_id: reference() }),
      ),
    )
    expect(again.map((one) => one.data)).toEqual(Array(8).fill(sent))
    const rows = await farah.client.from('payments').select('id').eq('order_id', args.p_order_id)
    expect(rows.data).toHaveLength(1)
  })

  test('protects another’s order, picture and payment', async () => {
    const { args } = await submits(farah)
    const stolen = await joseph.client.rpc('submit_payment', args)
    expect(stolen.status).toBe(403)
    const picture = await submits(joseph, { p_screenshot_path: args.p_screenshot_path })
    expect(picture.status).toBe(400)
    for (const name of ['extend_hold', 'release_seats']) {
      const reached = await joseph.client.rpc(name, { p_order_id: args.p_order_id })
      expect([403, 404], name).toContain(reached.status)
    }
  })
})

describe('a decision', () => {
  const decide = (person: Customer, id: string, p_decision: string) =>
    person.client.rpc('review_payment', { p_payment_id: id, p_decision, p_note: null })
  const everything = async (id: string) => {
    const { client } = admin
    const [payments, tickets, claims, sold] = await Promise.all([
      client.from('payments').select('*').eq('id', id),
      client.from('user_tickets').select('*').eq('payment_id', id).order('id'),
      client.from('seat_claims').select('*').eq('payment_id', id).order('seat'),
      client.from('ticket_categories').select('tickets_sold').eq('id', category),
    ])
    return { payments: payments.data, tickets: tickets.data, claims: claims.data, sold: sold.data }
  }
  const decisionsOf = async (code: string) =>
    (await admin.client.from('audit_log').select('id').eq('action', 'update').contains('after', { order_code: code }))
      .data?.length

  test('is not open to customers, not even for their own payment', async () => {
    const { sent } = await submits(farah)
    const before = await everything(sent.payment_id)
    for (const person of [farah, joseph]) expect((await decide(person, sent.payment_id, 'approved')).status).toBe(403)
    expect(await everything(sent.payment_id)).toEqual(before)
  })

  describe('of two admins at once', () => {
    const makeJoseph = (p_role: string | null) =>
      admin.client.rpc('set_staff_role', { p_user_id: joseph.id, p_role }).throwOnError()
    beforeAll(async () => void (await makeJoseph('admin')))
    afterAll(async () => void (await makeJoseph(null)))

    test('counts once when repeated', async () => {
      const { sent } = await submits(farah)
      const answers = await Promise.all(
        [admin, joseph].flatMap((person) =>
          Array.from({ length: 4 }, () => decide(person, sent.payment_id, 'approved')),
        ),
      )
      expect(answers.map((answer) => answer.error?.message ?? 'ok')).toEqual(Array(8).fill('ok'))
      for (const answer of answers) expect(answer.data).toEqual(answers[0]!.data)
      const after = await everything(sent.payment_id)
      expect(after.tickets).toHaveLength(1)
      expect(await decisionsOf(String(after.payments?.[0]?.order_code))).toBe(1)
      await decide(joseph, sent.payment_id, 'approved')
      expect(await everything(sent.payment_id)).toEqual(after)
    })

    test('is refused to the second when they disagree', async () => {
      const { sent } = await submits(farah)
      const answers = await Promise.all([
        decide(admin, sent.payment_id, 'approved'),
        decide(joseph, sent.payment_id, 'rejected'),
      ])
      const refused = answers.filter((answer) => answer.error)
      expect(refused.map((answer) => answer.error?.message)).toEqual(['already_decided'])
      const { payments, tickets } = await everything(sent.payment_id)
      expect(tickets).toHaveLength(payments?.[0]?.status === 'approved' ? 1 : 0)
    })
  })

  test('restores no tickets when repeated after their revocation', async () => {
    const { sent } = await submits(farah)
    await decide(admin, sent.payment_id, 'approved')
    const [ticket] = (await everything(sent.payment_id)).tickets!
    const revoke = { p_ticket_ids: [ticket.id], p_reason: 'Charged back' }
    expect((await admin.client.rpc('revoke_tickets', revoke)).error).toBeNull()
    const after = await everything(sent.payment_id)
    expect(after.tickets).toMatchObject([{ payment_status: 'failed', revoked_reason: 'Charged back' }])
    await decide(admin, sent.payment_id, 'approved')
    await admin.client.rpc('review_payments', { p_payment_ids: [sent.payment_id] })
    await farah.client.rpc('confirm_tickets', { p_transaction_id: after.payments?.[0]?.transaction_id })
    await admin.client.rpc('revoke_tickets', revoke)
    expect(await everything(sent.payment_id)).toEqual(after)
  })
})
