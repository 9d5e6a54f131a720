import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { releasedShops, unpackShop } from '../support/released.ts'
import { startShop } from '../support/shop.ts'
import { visitor } from '../support/visitor.ts'

const scratch = mkdtempSync(join(tmpdir(), 'mehfil-released-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('only the oldest and the newest released shop are kept', () => {
  expect(releasedShops()).toHaveLength(2)
})

test.each(releasedShops())('nothing of %s is lost when this version opens it', async (name) => {
  const dataDir = join(scratch, name)
  const was = unpackShop(name, dataDir)
  const shop = await startShop({ dataDir })
  try {
    const person = async (email: string) => {
      const client = visitor(shop)
      const { error } = await client.auth.signInWithPassword({ email, password: was.password })
      expect(error).toBeNull()
      return client
    }
    const customer = await person(was.customer.email)
    const { data: ticket } = await customer.from('user_tickets').select('*').eq('id', was.ticket.id).single()
    expect(ticket).toMatchObject({
      user_id: was.customer.id,
      event_id: was.eventId,
      seats: was.ticket.seats,
      code: was.ticket.code,
      payment_status: 'completed',
    })
    const { data: payments } = await customer.from('payments').select('id, amount, status, screenshot_url')
    expect(payments?.find((one) => one.id === was.paymentId)).toMatchObject({ amount: was.amount, status: 'approved' })
    const pending = payments?.find((one) => one.id === was.waiting.paymentId)
    expect(pending?.status).toBe('pending')
    const picture = await customer.storage.from('payments').download(pending!.screenshot_url)
    expect(picture.data?.size).toBeGreaterThan(50)

    const admin = await person(was.admin.email)
    expect((await admin.rpc('my_role')).data).toBe('admin')
    const { data: scans } = await admin.from('ticket_scans').select('id, verdict, seats')
    expect(scans).toEqual([{ id: was.scanId, verdict: 'ENTER', seats: ['A1'] }])
    const { data: layouts } = await admin.from('seating_layouts').select('id')
    expect(layouts).toEqual([{ id: was.layoutId }])
    const { data: claims } = await admin.from('seat_claims').select('seat, state').order('seat')
    expect(claims?.filter(({ state }) => state !== 'held')).toEqual([
      { seat: 'A1', state: 'sold' },
      { seat: 'A2', state: 'sold' },
      { seat: 'B1', state: 'under_review' },
    ])
    // Opening the shop deletes a hold that expired more than a day ago.
    expect([[], [{ seat: was.heldSeat, state: 'held' }]]).toContainEqual(
      claims?.filter(({ state }) => state === 'held'),
    )
    const decided = await admin.rpc('review_payment', { p_payment_id: was.waiting.paymentId, p_decision: 'approved' })
    expect(decided.error).toBeNull()
    const { data: tickets } = await customer.rpc('confirm_tickets', { p_transaction_id: was.waiting.reference })
    expect(tickets).toMatchObject([{ seats: ['B1'], key_number: was.ticket.keyNumber }])
  } finally {
    await shop.dispose()
  }
})
