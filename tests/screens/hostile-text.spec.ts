import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoPerson, newCustomer, visitor } from '../support/server/visitor.ts'
import { Customer } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { submits } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

const markup = (word: string): string => `<img src=x onerror=window.ran=1>${word}`

async function expectOnlyText(page: Page): Promise<void> {
  for (const trap of ['img[src="x"]', '[onerror]', 'iframe', 'object', 'embed']) {
    await expect(page.locator(trap), trap).toHaveCount(0)
  }
  const targets = await page
    .locator('a')
    .evaluateAll((links: HTMLElement[]) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(targets.filter((target) => /^\s*javascript:/i.test(target))).toEqual([])
}

test('Markup in everything that customers, gates and admins write is text to the staff who read it', async ({
  shop,
  staff,
  browser,
}) => {
  const done = async (asked: PromiseLike<{ data: unknown; error: unknown }>): Promise<Record<string, unknown>> => {
    const { data, error } = await asked
    expect(error).toBeNull()
    return data as Record<string, unknown>
  }
  const word = randomUUID().slice(0, 8)
  const text = (what: string): string => markup(`${what}-${word}`)

  const admin = await demoPerson(shop, 'admin')
  const { client } = admin
  const { id: event, categories } = await publishConcert(shop, [{ ...hall, name: text('category'), price: 500 }], {
    ...{ singer: text('singer'), city: text('city'), venue: text('venue'), hours: 6 },
  })
  const rows = [{ label: 'A', seats: [1, 2] }]
  await done(
    client
      .from('seating_layouts')
      .insert({
        name: text('layout'),
        description: text('description'),
        layout_data: { stage: 'top', sections: [{ code: 'A', name: text('section'), rows }] },
      })
      .select('id')
      .single(),
  )

  const farah = await newCustomer(shop, text('name'))
  await farah.client.auth.updateUser({ data: { name: text('metadata'), avatar_url: 'javascript:window.ran=1' } })
  await done(farah.client.rpc('save_profile', { p_profile: { location: text('place') } }))
  for (const refund_upi_id of [text('upi'), 'javascript:window.ran@bank']) {
    const refused = await farah.client.rpc('save_profile', { p_profile: { refund_upi_id } })
    expect(refused.status).toBe(400)
  }
  const pays = async (seat: string): Promise<string> => {
    const reference = `${markup(seat)}${word}`
    return (await submits(shop, farah, categories[text('category')]!, [seat], { reference })).paymentId
  }
  const waiting = await pays('A1')
  const rejected = await pays('A2')
  const approved = await pays('A3')
  const p_message = { id: randomUUID(), email: farah.email, name: text('writer') }
  const written = { ...p_message, topic: markup('topic'), message: `${text('message')}\njavascript:window.ran=1` }
  await done(visitor(shop).rpc('send_contact_message', { p_message: written }))

  const decide = (p_payment_id: string, p_decision: string) =>
    done(client.rpc('review_payment', { p_payment_id, p_decision, p_note: text('note') }))
  await decide(rejected, 'rejected')
  await decide(approved, 'approved')
  const gate = await demoPerson(shop, 'gate')
  const works = ((await client.from('staff_events').select('event_id').eq('user_id', gate.id)).data ?? []).map(
    (row) => row.event_id as string,
  )
  await done(client.rpc('set_staff_events', { p_user_id: gate.id, p_event_ids: [...works, event] }))
  const scan = { id: randomUUID(), event_id: event, ticket_id: text('code'), verdict: 'NOT VALID' }
  const scanned = await done(
    gate.client.rpc('record_scans', { p_scans: [{ ...scan, gate: markup('gate'), device: markup('device') }] }),
  )
  expect(scanned['answers']).toMatchObject([{ ok: true }])
  const day = new Date().toISOString().slice(0, 10)
  const row = { booked_on: day, amount: 620, narration: text('narration'), utrs: ['412345678901'], occurrence: 1 }
  await done(client.rpc('import_bank_rows', { p_rows: [row] }))

  const { page } = staff
  const sees = async (path: string, ...written: string[]): Promise<void> => {
    await page.goto(path)
    for (const one of written)
      await expect(page.getByText(one).filter({ visible: true }).first(), `${path}: ${one}`).toBeVisible()
    await expectOnlyText(page)
  }
  const opens = async (name: RegExp, ...written: string[]): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    const dialog = page.getByRole('dialog')
    for (const one of written) await expect(dialog.getByText(one).filter({ visible: true }).first(), one).toBeVisible()
    await expectOnlyText(page)
  }
  const search = encodeURIComponent(farah.email)
  await sees(`/admin/payments?status=pending&q=${search}`, text('name'))
  await opens(/^View payment of /, text('name'), text('category'))
  await sees(`/admin/payments?status=rejected&q=${search}`, text('name'))
  await opens(/^View payment of /, text('note'))
  await sees(`/admin/bookings?status=all&q=${search}`, text('singer'))
  await opens(/^View booking of /, text('category'), text('singer'))
  await sees('/admin/payments/bank/credits?state=all', text('narration'))
  await sees(`/admin/users?q=${search}`, text('name'), text('place'))
  await opens(new RegExp(`^View .*${farah.email}`), text('place'))
  await sees('/admin/help?tab=messages', text('writer'), text('message'), 'javascript:window.ran=1')
  await sees(`/admin/singers?q=${word}`, text('singer'))
  await sees(`/admin/events?q=${word}`, text('singer'), text('venue'))
  await sees(`/admin/tickets?q=${word}`, text('singer'))
  await sees('/admin/layouts', text('layout'))
  await sees(`/admin/events/${event}/gate`, markup('gate'))
  await sees('/admin/dashboard/history', text('singer'))
  await sees('/admin/dashboard')

  await done(client.rpc('cancel_event', { p_event_id: event, p_reason: text('reason') }))
  const { data: ticket } = await farah.client.from('user_tickets').select('id').eq('payment_id', approved).single()
  await done(farah.client.rpc('save_profile', { p_profile: { refund_upi_id: 'farah@bank' } }))
  await done(farah.client.rpc('request_refund', { p_ticket_id: ticket!.id }))
  await sees('/admin/bookings/refunds', text('name'))
  await sees(`/admin/events?when=all&q=${word}`, text('singer'), text('venue'))

  const context = await browser.newContext()
  const shopper = await context.newPage()
  await shopper.goto(`/events/${event}`)
  await expect(shopper.getByText(text('singer')).filter({ visible: true }).first()).toBeVisible()
  await expectOnlyText(shopper)
  await new Customer(context, shopper, farah).signsIn()
  await shopper.goto('/my-tickets')
  await expect(shopper.getByText(text('singer')).filter({ visible: true }).first()).toBeVisible()
  await expectOnlyText(shopper)
  await context.close()
  await client.rpc('review_payment', { p_payment_id: waiting, p_decision: 'rejected', p_note: 'The story is over' })
})
