import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, line, newCategory, openCast, refusal, type Cast } from './support/cast.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'
import { sources } from '../../src/shop/catalogue/catalogue-rows.ts'
import { PAYMENT_COLUMNS } from '../../src/shop/payments/payment-rows.ts'
import { REFUND_COLUMNS } from '../../src/shop/refunds/refunds.api.ts'
import { TICKET_COLUMNS } from '../../src/shop/tickets/ticket-rows.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'

let shop: Cast['shop']
let customer: Cast['customer']
let other: Cast['other']
let gate: Cast['gate']
let admin: Cast['admin']
let stranger: Cast['stranger']
let boxOffice: Customer

beforeAll(async () => {
  ;({ shop, customer, other, gate, admin, stranger } = await openCast())
  boxOffice = await newCustomer(shop, 'Box Office')
  await answer(admin.client, 'set_staff_role', { p_user_id: boxOffice.id, p_role: 'box_office' })
})
afterAll(async () => shop?.dispose())

describe('who may call', () => {
  const someId = randomUUID()
  const customerFunctions: [string, Record<string, unknown>][] = [
    ['hold_seats', { p_order_id: someId, p_lines: line(someId, 'A1') }],
    ['check_code', { p_code: 'MEMBERS', p_event_id: someId }],
    ['extend_hold', { p_order_id: someId }],
    ['release_seats', { p_order_id: someId }],
    ['submit_payment', { p_order_id: someId, p_transaction_id: '1', p_amount: 1, p_lines: line(someId, 'A1') }],
    ['take_free_order', { p_order_id: someId, p_lines: line(someId, 'A1') }],
    ['save_profile', { p_profile: { name: 'X' } }],
    ['export_my_data', {}],
    ['request_refund', { p_ticket_id: someId }],
    ['claim_refund', { p_refund_id: someId }],
    ['find_order_payment', { p_order_id: someId }],
    ['delete_my_account', { p_confirm: true }],
    ['mark_notices_read', { p_ids: [someId] }],
    ['hand_over_pass', { p_ticket_id: someId, p_number: 1 }],
    ['take_back_pass', { p_transfer_id: someId }],
    ['accept_pass', { p_secret: 'A'.repeat(22) }],
    ['join_waiting_list', { p_ticket_category_id: someId, p_seats: 1 }],
    ['leave_waiting_list', { p_wait_id: someId }],
    ['join_queue', { p_event_id: someId }],
    ['my_queue_place', { p_event_id: someId }],
    ['give_back_pass', { p_ticket_id: someId, p_number: 1 }],
    ['take_back_return', { p_return_id: someId }],
    ['bind_pass', { p_ticket_id: someId, p_number: 1, p_device_key: `02${'0'.repeat(64)}` }],
  ]
  const staffFunctions: [string, Record<string, unknown>][] = [
    ['review_payment', { p_payment_id: someId, p_decision: 'approved', p_note: null }],
    ['review_payments', { p_payment_ids: [someId] }],
    ['read_file_rows', { p_list: 'bookings' }],
    ['trial_balance', {}],
    ['explain_money', { p_payment_id: someId }],
    ['list_months', {}],
    ['close_month', { p_month: '2020-01-01' }],
    ['month_file', { p_month: '2020-01-01', p_file: 'register' }],
    ['gstr1', { p_month: '2020-01-01' }],
    ['year_turnover', {}],
    ['list_e_invoices', {}],
    ['set_irn', { p_paper_id: someId, p_irn: 'a'.repeat(64) }],
    ['reassign_seats', { p_payment_id: someId, p_lines: line(someId, 'A1') }],
    ['revoke_tickets', { p_ticket_ids: [someId], p_reason: 'X' }],
    ['mark_test_order', { p_order_id: someId }],
    ['end_test_order', { p_payment_id: someId }],
    ['assign_layout', { p_ticket_category_id: someId, p_seating_layout_id: someId, p_section_ids: ['all'] }],
    ['add_ticket_category', { p_id: someId, p_event_id: someId, p_name: 'X', p_price: 1, p_total_tickets: 1 }],
    ['cancel_event', { p_event_id: someId, p_reason: 'X' }],
    ...[
      'publish_event',
      'unpublish_event',
      'pause_event',
      'resume_event',
      'make_event_preview',
      'end_event_preview',
    ].map((name): [string, Record<string, unknown>] => [name, { p_event_id: someId }]),
    ['move_event', { p_event_id: someId, p_date: '2031-01-01T00:00:00Z' }],
    ['set_staff_role', { p_user_id: someId, p_role: 'admin' }],
    ['set_staff_roles', { p_user_id: someId, p_roles: { admin: null } }],
    ['dashboard_stats', {}],
    ['count_payments', {}],
    ['sold_by_price', { p_ticket_category_id: someId }],
    ['count_listed', { p_list: 'payments' }],
    ['watch_payments', { p_screen: randomUUID() }],
    ['dashboard_days', {}],
    ['dashboard_due', {}],
    ['event_sales', { p_event_id: someId }],
    ['import_catalogue', { p_catalogue: {}, p_dry_run: true }],
    ['save_concert', { p_concert: {} }],
    ['change_concert', { p_event_id: someId, p_revision: 1, p_change: {} }],
    ['edit_concerns', { p_event_id: someId, p_change: {} }],
    ['import_bank_rows', { p_rows: [] }],
    ['import_bank_rows', { p_rows: [], p_source: 'report' }],
    ['match_bank_rows', {}],
    ['list_bank_imports', {}],
    ['take_back_bank_import', { p_import: someId }],
    ['event_settlement', { p_event_id: someId }],
    ['set_settlement', { p_event_id: someId, p_revision: 0, p_shares: [], p_costs: [] }],
    ['close_settlement', { p_event_id: someId, p_revision: 0, p_left: 0 }],
    ['reopen_settlement', { p_event_id: someId, p_reason: 'X' }],
    ['event_nets', { p_event_ids: [someId] }],
    ['find_payment_credits', { p_payment_id: someId }],
    ['payment_bank_states', { p_payment_ids: [someId] }],
    ['find_credits', {}],
    ['give_credit', { p_credit_id: someId, p_order_code: 'MF00000000' }],
    ['share_credit', { p_credit_id: someId, p_parts: [{ order_code: 'MF00000000' }] }],
    ['set_credit_aside', { p_credit_id: someId, p_reason: 'X' }],
    ['return_credit', { p_credit_id: someId, p_upi_id: 'asha@bank', p_utr: '412345678901' }],
    ['list_proof_approvals', {}],
    ['proof_state', {}],
    ['change_shift', {}],
    ['bank_setup', {}],
    ['save_bank_setup', { p_revision: 1, p_setup: { bank: 'hdfc' } }],
    ['renew_inbound_secret', { p_revision: 1, p_on: true }],
    ['set_staff_events', { p_user_id: someId, p_event_ids: [] }],
    ['set_works_at', { p_event_id: someId, p_user_id: someId, p_works: true }],
    ['event_staff', { p_event_id: someId }],
    ['invite_staff', { p_name: 'X', p_role: 'admin' }],
    ['list_invitations', {}],
    ['revoke_invitation', { p_id: someId }],
    ['closed_accounts', {}],
    ['close_account', { p_user_id: someId }],
    ['mark_refunded', { p_refund_id: someId, p_utr: '412345678901', p_upi_id: 'asha@bank' }],
    ['start_refund', { p_payment_id: someId, p_note: 'X' }],
    ['find_refundable', { p_payment_id: someId }],
    ['drop_refund', { p_refund_id: someId }],
    ['list_tills', {}],
    ['add_guests', { p_ticket_category_id: someId, p_guests: [{ id: someId, name: 'X', count: 1 }] }],
    ['list_guests', { p_event_id: someId }],
    ['forget_guests', { p_event_id: someId }],
    ['change_ticket_seats', { p_ticket_id: someId, p_seats: ['A1'], p_reason: 'X' }],
    ['keep_seats', { p_ticket_category_id: someId, p_seats: ['A1'], p_reason: 'X' }],
    ['give_back_seats', { p_ticket_category_id: someId, p_seats: ['A1'] }],
    ['seats_of_event', { p_event_id: someId }],
    ['who_has_seat', { p_ticket_category_id: someId, p_seat: 'A1' }],
    ['make_payout', { p_id: someId, p_format: 'plain', p_rows: [{ refund_id: someId }] }],
    ['mark_payout_sent', { p_payout_id: someId, p_utr: '512345678901' }],
    ['cancel_payout', { p_payout_id: someId }],
    ['list_payouts', {}],
    ['reject_payments', { p_payment_ids: [someId], p_note: 'X' }],
    ['release_customer_seats', { p_user_id: someId }],
    ['reopen_account', { p_user_id: someId }],
    ['rotate_event_key', { p_event_id: someId, p_withdraw: false }],
    ['set_pass_rules', { p_event_id: someId, p_rules: { hand_over: true } }],
    ['lose_gate_device', { p_event_id: someId, p_device: 'X' }],
    ['waiting_list', { p_event_id: someId }],
    ['save_queue', { p_event_id: someId, p_joins_from: '2031-01-01T00:00:00Z', p_opens_at: '2031-01-02T00:00:00Z' }],
    ['end_queue', { p_event_id: someId }],
    ['drop_queue', { p_event_id: someId }],
    ['count_audience', { p_event_id: someId, p_audience: 'holders' }],
    ['send_announcement', { p_id: someId, p_event_id: someId, p_audience: 'holders', p_subject: 'X', p_message: 'X' }],
    ['stop_announcement', { p_id: someId }],
    ['get_single_notices', { p_event_id: someId }],
    ['set_tax_terms', { p_from_day: '2099-01-01', p_gst_by: 'flat', p_gst_percent: 0, p_fee_per_seat: 0 }],
    ['shop_notices', {}],
    ['sale_checklist', {}],
    ['received_today', {}],
    ['find_unused_posters', {}],
    ['note_export', { p_what: 'backup', p_rows: 1 }],
  ]
  const sellerFunctions: [string, Record<string, unknown>][] = [
    ['read_papers', { p_payment_id: someId }],
    ['open_till', { p_id: someId, p_name: '', p_cash: 0 }],
    ['close_till', { p_id: someId, p_counted: 0 }],
    ['move_till_cash', { p_id: someId, p_till_id: someId, p_amount: 5, p_reason: 'X' }],
    ['my_till', {}],
    ['till_book', { p_till_id: someId }],
    ['price_at_door', { p_lines: [], p_method: 'cash' }],
    ['taken_at_door', { p_event_id: someId }],
    ['sell_at_door', { p_order_id: someId, p_till_id: someId, p_lines: [], p_method: 'cash', p_total: 0 }],
    ['undo_door_sale', { p_order_id: someId, p_reason: 'X' }],
    ['new_ticket_link', { p_ticket_id: someId }],
  ]

  /** Visitors and these people are refused. */
  async function refuses(name: string, args: Record<string, unknown>, people: Customer[]): Promise<void> {
    expect(await refusal(stranger, name, args), name).toMatchObject({ status: 401, code: 'not_signed_in' })
    for (const { client } of people)
      expect(await refusal(client, name, args), name).toMatchObject({ status: 403, code: 'forbidden' })
  }

  test.each(sellerFunctions)('%s: for admins and the box office', async (name, args) => {
    await refuses(name, args, [customer, gate])
    for (const { client } of [boxOffice, admin]) expect((await client.rpc(name, args)).status).not.toBe(403)
  })

  test.each([
    ['take_proof', { p_proof: {} }],
    ['settle_credit', { p_credit_id: someId }],
    ['settle_open_credits', {}],
  ])('%s: for the server only', async (name, args) => {
    for (const client of [stranger, customer.client, gate.client, boxOffice.client, admin.client]) {
      const { error } = await client.rpc(name, args)
      expect(error?.code).toBe('42501')
    }
  })

  test('a ticket’s link has one answer for what is none, to everyone', async () => {
    for (const client of [stranger, customer.client])
      for (const p_secret of ['', 'x', 'A'.repeat(22)]) {
        const unknown = { status: 404, code: 'not_found' }
        expect(await refusal(client, 'peek_ticket_link', { p_secret })).toMatchObject(unknown)
        expect(await refusal(client, 'open_ticket_link', { p_secret, p_device: 'a'.repeat(64) })).toMatchObject(unknown)
      }
  })

  test.each(customerFunctions)('%s: refused to a visitor', async (name, args) => {
    expect(await refusal(stranger, name, args)).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test.each(staffFunctions)('%s: for admins only', async (name, args) => {
    await refuses(name, args, [customer, gate, boxOffice])
  })

  test.each(['get_payment_details', 'get_all_tickets', 'get_all_profiles'])(
    '%s: a customer sees at most their own rows, a visitor none, an admin all',
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
  ])('%s: finds rows for admins only', async (name, text) => {
    const asked = { p_search: text }
    expect((await refusal(stranger, name, asked)).status).toBe(401)
    expect(await answer(customer.client, name, asked)).toEqual([])
    expect(await answer(gate.client, name, asked)).toEqual([])
    expect(await answer(boxOffice.client, name, asked)).toEqual([])
    expect((await answer<unknown[]>(admin.client, name, asked)).length).toBeGreaterThan(0)
    expect(await answer(admin.client, name, { p_search: 'nobody has this text' })).toEqual([])
    expect(await answer(admin.client, name)).toEqual([])
  })

  test.each(['get_history', 'get_check_ins', 'get_refunds', 'search_messages'])(
    '%s: a visitor is refused, only an admin sees rows of others',
    async (name) => {
      expect((await refusal(stranger, name)).status).toBe(401)
      for (const { id, client } of [other, gate, boxOffice]) {
        const seen = await answer<{ user_id?: string }[]>(client, name)
        expect(seen.filter((row) => row.user_id !== id)).toEqual([])
      }
      const sender = { name: 'X', email: 'x@test.example', topic: 'other' }
      const p_message = { id: randomUUID(), ...sender, message: 'Anybody there?' }
      await answer(customer.client, 'send_contact_message', { p_message })
      const all = name === 'search_messages' ? { p_search: 'Anybody' } : {}
      expect((await answer<unknown[]>(admin.client, name, all)).length).toBeGreaterThan(0)
    },
  )

  test('a gate’s functions are for its staff and admins', async () => {
    const device = { p_event_id: someId, p_device: 'X', p_gate: 'A', p_waiting: 0 }
    for (const [name, args] of [
      ['gate_events', {}],
      ['gate_key', { p_event_id: someId }],
      ['gate_roster', { p_event_id: someId }],
      ['find_gate_tickets', { p_event_ids: [someId], p_code: 'MF00000000' }],
      ['gate_counters', { p_event_id: someId }],
      ['gate_trouble', { p_event_id: someId }],
      ['report_gate_device', device],
      ['record_scans', { p_scans: [] }],
    ] as const) {
      await refuses(name, args, [customer, boxOffice])
    }
  })

  test('nobody previews without a link, and what visitors may call refuses what is none', async () => {
    expect(await answer(customer.client, 'my_roles')).toEqual([])
    for (const client of [stranger, customer.client])
      expect(await refusal(client, 'preview_event', { p_key: 'x' })).toMatchObject({ status: 404, code: 'not_found' })
    const message = { id: randomUUID(), topic: 'other' }
    expect((await refusal(stranger, 'send_contact_message', { p_message: message })).status).toBe(400)
    expect((await refusal(stranger, 'taken_seats', { p_ticket_category_id: someId })).status).toBe(404)
  })

  test.each(['my_notices', 'my_received_passes', 'my_waits'])('%s: the caller’s own', async (name) => {
    expect((await refusal(stranger, name)).status).toBe(401)
    expect(await answer(other.client, name)).toEqual([])
  })

  test.each(['check_payment_status', 'confirm_tickets'])('%s: refused to a visitor', async (name) => {
    const asked = { p_transaction_id: '000000000000' }
    expect((await refusal(stranger, name, asked)).status).toBe(401)
    expect(await answer(other.client, name, asked)).toEqual([])
  })

  test('my_wallet_mark and account_exists need a session, sync_point does not', async () => {
    expect((await refusal(stranger, 'my_wallet_mark')).status).toBe(401)
    expect(await answer(customer.client, 'my_wallet_mark')).not.toBe(await answer(other.client, 'my_wallet_mark'))
    expect((await refusal(stranger, 'account_exists', { p_user_id: other.id })).status).toBe(401)
    expect(await answer(customer.client, 'account_exists', { p_user_id: other.id })).toBe(true)
    expect(await answer(stranger, 'sync_point')).toMatchObject({ known: null })
  })

  test('read_catalogue gives a visitor the columns that devices keep', async () => {
    await newCategory(admin)
    const all = await answer<Record<string, Record<string, unknown>[]>>(stranger, 'read_catalogue')
    expect(all).toMatchObject({ whole: true, known: null, deleted: [], settings: {}, terms: [{}] })
    for (const { table, columns } of Object.values(sources))
      for (const row of all[table]!) expect(Object.keys(row).toSorted(), table).toEqual(columns.split(',').toSorted())
    expect(all.events!.length * all.ticket_categories!.length).toBeGreaterThan(0)
  })

  test('my_wallet gives a person what its tables show to them, or nothing while nothing has changed', async () => {
    const { client, id } = await demoPerson(shop, 'customer')
    const mine = async (table: string, columns: string) =>
      (await client.from(table).select(columns).eq('user_id', id).order('id').throwOnError()).data
    const wallet = await answer<Record<string, unknown[]>>(client, 'my_wallet')
    expect(wallet.tickets).toEqual(await mine('user_tickets', TICKET_COLUMNS))
    expect(
      wallet.payments!.map((row) => ({ ...(row as object), seats_held: 0, kept_until: 0, kept_nothing: 0 })),
    ).toEqual(
      (await mine('payments', PAYMENT_COLUMNS)).map((row) => ({
        ...(row as object),
        seats_held: 0,
        kept_until: 0,
        kept_nothing: 0,
      })),
    )
    for (const payment of wallet.payments as { status: string; transaction_id: string; order_id: string }[]) {
      const checked = await answer<object[]>(client, 'check_payment_status', {
        p_transaction_id: payment.transaction_id,
      })
      const { seats_held, kept_until, kept_nothing } = checked.find(
        (one) => 'order_id' in one && one.order_id === payment.order_id,
      ) as Record<string, unknown>
      if (payment.status !== 'approved') expect(payment).toMatchObject({ seats_held, kept_until, kept_nothing })
    }
    expect([wallet.tickets!.length > 0, wallet.payments!.length > 1, wallet.refunds!.length > 0]).not.toContain(false)
    expect(wallet.refunds).toEqual(await mine('refunds', REFUND_COLUMNS))
    expect(wallet.notices).toEqual(await answer(client, 'my_notices'))
    expect(wallet).toMatchObject({ roles: [], profile: { id }, received: [], waits: [] })
    expect(await answer(client, 'my_wallet', { p_digest: wallet.digest })).toEqual({ digest: wallet.digest })
    expect((await refusal(stranger, 'my_wallet')).status).toBe(401)
  })

  test('my_held_seats needs a session, seat_availability does not', async () => {
    const asked = { p_ticket_category_id: someId }
    expect((await refusal(stranger, 'my_held_seats', asked)).status).toBe(401)
    expect(await answer(other.client, 'my_held_seats', asked)).toMatchObject({ mine: [] })
    expect(await refusal(stranger, 'seat_availability', asked)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('everyone sees a queue, and caches keep it for a second', async () => {
    const { event: p_event_id } = await newCategory(admin)
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await answer(admin.client, 'save_queue', { p_event_id, p_joins_from: inHours(1), p_opens_at: inHours(2) })
    expect(await answer(stranger, 'queue_state', { p_event_id })).toMatchObject({ event_id: p_event_id, seed: null })
    expect(await answer(stranger, 'queue_list', { p_event_id })).toBeNull()
    expect(await answer(stranger, 'queue_place', { p_event_id, p_code: 'X' })).toBeNull()
    expect(await answer(stranger, 'queue_state', { p_event_id: someId })).toBeNull()
    const read = await fetch(`${shop.url}/rest/v1/rpc/queue_state?p_event_id=${p_event_id}`, {
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY },
    })
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toBe('public, max-age=1')
  })

  test('gate staff sell nothing', async () => {
    expect(await answer(boxOffice.client, 'box_office_events')).toEqual([])
    await refuses('box_office_events', {}, [customer, gate])
  })

  test('an invitation is read with its secret, and accepted once', async () => {
    const { secret } = await answer<{ secret: string }>(admin.client, 'invite_staff', {
      p_name: 'Farah',
      p_role: 'gate',
    })
    const p_secret = { p_secret: secret }
    expect(await answer(stranger, 'read_invitation', p_secret)).toMatchObject({ state: 'open', role: 'gate' })
    expect(await refusal(stranger, 'accept_invitation', p_secret)).toMatchObject({ status: 401, code: 'not_signed_in' })
    const [first, second] = await Promise.all([newCustomer(shop, 'First'), newCustomer(shop, 'Second')])
    const both = await Promise.all([
      first.client.rpc('accept_invitation', p_secret),
      second.client.rpc('accept_invitation', p_secret),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const guess = { p_secret: 'A'.repeat(22) }
    expect(await refusal(first.client, 'accept_invitation', guess)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await answer(stranger, 'read_invitation', p_secret)).toEqual({ state: 'used' })
  })

  test('my_role returns the caller’s role', async () => {
    expect(await answer(stranger, 'my_role')).toBeNull()
    expect(await answer(customer.client, 'my_role')).toBeNull()
    expect(await answer(gate.client, 'my_role')).toBe('gate')
    expect(await answer(boxOffice.client, 'my_role')).toBe('box_office')
    expect(await answer(admin.client, 'my_role')).toBe('admin')
  })

  test('this file calls every function of the API', () => {
    const folder = new URL('../../supabase/schema/', import.meta.url)
    const made = readdirSync(folder).flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^create function public\.(\w+)\(/gm)].map(
        (found) => found[1]!,
      ),
    )
    const called = readFileSync(new URL(import.meta.url), 'utf8')
    expect([...new Set(made)].filter((name) => !called.includes(`'${name}'`))).toEqual([])
  })

  test('private functions are not callable', async () => {
    for (const name of ['is_admin', 'price_order', 'sign_pass', 'restate_rights', 'lock_event']) {
      expect((await refusal(admin.client, name)).status).toBe(404)
    }
  })
})
