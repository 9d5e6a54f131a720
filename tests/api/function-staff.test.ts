import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, visitor } from '../support/server/visitor.ts'
import {
  answer,
  line,
  newCategory,
  openCast,
  payment,
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

describe('review', () => {
  test('approving makes tickets once; the opposite decision is refused', async () => {
    const { category } = await newCategory(admin)
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

  test('rejecting returns the seats to the customer, who may pay again', async () => {
    const { category } = await newCategory(admin)
    const sent = await submitted(customer, category, 'A1')
    const decision = { p_payment_id: sent.payment_id, p_decision: 'rejected', p_note: 'Not found' }
    await answer(admin.client, 'review_payment', decision)
    const order = randomUUID()
    await answer(customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1') })
    const again = { ...payment(customer, order, line(category, 'A1')), p_transaction_id: sent.transaction_id }
    expect(await answer(customer.client, 'submit_payment', again)).toMatchObject({ status: 'pending' })
  })

  test('a reference is approved once', async () => {
    const { category } = await newCategory(admin)
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
    const { category } = await newCategory(admin)
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

  test('staff cannot approve their own payment', async () => {
    const { category } = await newCategory(admin)
    const own = await submitted(admin, category, 'A1')
    const approve = { p_payment_id: own.payment_id, p_decision: 'approved', p_note: null }
    expect(await refusal(admin.client, 'review_payment', approve)).toMatchObject({ status: 403, code: 'own_payment' })
  })

  test('an invalid decision and an unknown payment are refused', async () => {
    const { category } = await newCategory(admin)
    const sent = await submitted(customer, category, 'A1')
    const odd = { p_payment_id: sent.payment_id, p_decision: 'perhaps', p_note: null }
    expect(await refusal(admin.client, 'review_payment', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const none = { p_payment_id: randomUUID(), p_decision: 'approved', p_note: null }
    expect(await refusal(admin.client, 'review_payment', none)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('several payments are decided independently', async () => {
    const { category } = await newCategory(admin)
    const one = await submitted(customer, category, 'A1')
    const two = await submitted(other, category, 'B1')
    const ids = [one.payment_id, randomUUID(), two.payment_id]
    await answer(admin.client, 'review_payments', { p_payment_ids: ids })
    const rows = await admin.client.from('payments').select('status').in('id', ids)
    expect(rows.data).toEqual([{ status: 'approved' }, { status: 'approved' }])
  })

  test('revoking needs a reason, which the customer sees', async () => {
    const { category } = await newCategory(admin)
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
  test('the last admin cannot be removed', async () => {
    const last = { p_user_id: admin.id, p_role: null }
    expect(await refusal(admin.client, 'set_staff_role', last)).toMatchObject({ status: 409, code: 'last_admin' })
    const odd = { p_user_id: customer.id, p_role: 'owner' }
    expect(await refusal(admin.client, 'set_staff_role', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const none = { p_user_id: randomUUID(), p_role: 'gate' }
    expect(await refusal(admin.client, 'set_staff_role', none)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('an event has one layout, each section in one category, unchanged once seats are claimed', async () => {
    const { event, category } = await newCategory(admin)
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

  test('the box office takes free seats only and returns only its own', async () => {
    const { category } = await newCategory(admin, 4)
    await submitted(customer, category, 'A1')
    const sell = (tickets_sold: number) =>
      admin.client.from('ticket_categories').update({ tickets_sold }).eq('id', category).select('tickets_sold')
    expect((await sell(4)).error?.message).toBe('not_enough_free_seats')
    expect((await sell(3)).data).toEqual([{ tickets_sold: 3 }])
    expect((await sell(0)).data).toEqual([{ tickets_sold: 0 }])
    expect((await sell(5)).error?.message).toBe('sold_exceeds_total')
  })

  test('a form with an older revision changes nothing', async () => {
    const { event } = await newCategory(admin)
    const seen = await admin.client.from('events').select('revision').eq('id', event).single()
    const edit = (venue: string) =>
      admin.client.from('events').update({ venue, revision: seen.data!.revision }).eq('id', event).select('venue')
    expect((await edit('First')).data).toEqual([{ venue: 'First' }])
    expect((await edit('Second')).error?.message).toBe('changed_meanwhile')
  })

  test('rows in use are not deleted', async () => {
    const { event, category } = await newCategory(admin)
    await answer(customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
    const removal = await admin.client.from('events').delete().eq('id', event).select()
    expect(removal.status).toBe(409)
    expect(removal.error?.message).toBe('in_use')
  })

  test('cancels and moves an event', async () => {
    const { event } = await newCategory(admin)
    const nowhere = { p_event_id: randomUUID(), p_reason: 'X' }
    expect(await refusal(admin.client, 'cancel_event', nowhere)).toMatchObject({ status: 404, code: 'not_found' })
    const unreadable = { p_event_id: event, p_date: 'soon' }
    expect((await refusal(admin.client, 'move_event', unreadable)).status).toBe(400)
    const moved = await answer(admin.client, 'move_event', { p_event_id: event, p_date: '2031-02-03T13:30:00Z' })
    expect(moved).toMatchObject({ previous_date: expect.stringMatching(/^2030-01-05/) })
  })
})

describe('the customer’s own things', () => {
  test('saves only the customer’s own fields of a profile', async () => {
    const saved = await answer(customer.client, 'save_profile', { p_profile: { name: 'Farah N.', location: 'Mumbai' } })
    expect(saved).toMatchObject({ id: customer.id, name: 'Farah N.', location: 'Mumbai', email: customer.email })
    const odd = { p_profile: { refund_upi_id: 'not an id' } }
    expect(await refusal(customer.client, 'save_profile', odd)).toMatchObject({ status: 400, code: 'invalid' })
    const forged = { p_profile: { role: 'admin' } }
    expect(await refusal(customer.client, 'save_profile', forged)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('exports only the customer’s own data', async () => {
    const mine = JSON.stringify(await answer(customer.client, 'export_my_data'))
    expect(mine).toContain(customer.email)
    expect(mine).not.toContain(other.email)
  })

  test('deletes an account with a payment under review only when confirmed', async () => {
    const leaving = await newCustomer(shop, 'Leaving')
    const { category } = await newCategory(admin)
    await submitted(leaving, category, 'A1')
    const found = await refusal(leaving.client, 'delete_my_account', { p_confirm: false })
    expect(found).toMatchObject({ status: 409, code: 'pending_payment' })
    await answer(leaving.client, 'delete_my_account', { p_confirm: true })
    const { email, password } = leaving
    expect((await visitor(shop).auth.signInWithPassword({ email, password })).error?.status).toBe(400)
  })

  test('refuses a message without text', async () => {
    const message = { id: randomUUID(), name: 'X', email: 'x@test.example', topic: 'payment', message: ' ' }
    const empty = await refusal(stranger, 'send_contact_message', { p_message: message })
    expect(empty).toMatchObject({ status: 400, code: 'invalid' })
  })
})
