import { randomUUID } from 'node:crypto'
import { inDatabase } from '../support/database/database.ts'
import { saysInAToast } from '../support/looks/toasts.ts'
import { newReference } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buys, isRejected, submits } from '../support/sales/purchases.ts'
import { paidBack, refundDue } from '../support/sales/refunds.ts'
import { opensTicket } from '../support/sales/tickets.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

test('Support’s order code is on the ticket; a rejected payment can be dismissed', async ({ customer, shop }) => {
  const { page } = customer
  const { categories } = await publishConcert(shop, [hall])
  const bought = await buys(shop, customer, categories.Hall!, ['D1'])
  await submits(shop, customer, categories.Hall!, ['D3'])
  await isRejected(shop, customer, categories.Hall!, ['D5'], 'We found no credit.')
  await page.goto('/my-tickets')
  const payments = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('listitem')
  const rejected = payments.filter({ hasText: 'Rejected' })
  await expect(rejected).toHaveCount(1)
  // Approved payments are listed until their tickets have come.
  await expect(page.getByRole('region', { name: 'Next ticket' })).toBeVisible()
  const all = await payments.count()
  await expect(payments.filter({ hasNotText: 'Rejected' }).getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await rejected.getByRole('button', { name: /^Dismiss the payment of order MF/ }).click()
  await expect(payments).toHaveCount(all - 1)
  const said = page.getByRole('status').filter({ hasText: 'is no longer listed on this device' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(rejected).toHaveCount(1)
  await rejected.getByRole('button', { name: /^Dismiss the payment of order MF/ }).click()
  await expect(rejected).toHaveCount(0)
  await page.reload()
  await expect(payments).toHaveCount(all - 1)
  await expect(rejected).toHaveCount(0)

  await page.context().setOffline(true)
  await opensTicket(page, page.getByRole('link', { name: /^Show ticket/ }))
  await expect(page.getByText(`Order code ${bought.orderCode}`)).toBeVisible()
  await page.context().setOffline(false)
})

const HELD = 45

test('Of many tickets beside the next the first twenty are drawn, more at a press, by keyboard, too', async ({
  customer,
  shop,
}) => {
  const { categories } = await publishConcert(shop, [hall])
  const payment = await buys(shop, customer, categories.Hall!, ['D1'])
  await inDatabase(shop, (sql) =>
    sql.run(`
      begin;
      set local session_replication_role = replica;
      insert into public.user_tickets
        select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'payment_line_id', gen_random_uuid(), 'code', lpad(n::text, 9, '0')))).*
        from public.user_tickets t join public.payments p on p.id = t.payment_id, generate_series(2, ${HELD}) as n
        where p.order_code = '${payment.orderCode}';
      commit;`),
  )
  const { page } = customer
  await page.goto('/my-tickets')
  const list = page.getByRole('region', { name: 'Upcoming' })
  await expect(list.getByRole('status')).toHaveText(`20 of ${HELD - 1} tickets shown`)
  await expect(list.getByRole('listitem')).toHaveCount(20)
  await list.getByRole('button', { name: 'Show 20 more' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(40)
  await expect(list.getByRole('listitem').nth(20).locator(':focus')).toHaveCount(1)
  await list.getByRole('button', { name: 'Show 4 more' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(HELD - 1)
  await expect(list.getByRole('button', { name: /^Show \d+ more$/ })).toHaveCount(0)
})

test('A cancelled concert says why, in its order too with what was refunded, and neither offers seats nor asks to come', async ({
  visitor,
  rival,
  shop,
}) => {
  const buyer = await refundDue(shop, 'Devika Sane')
  const { data } = await buyer.client.from('user_tickets').select('id,event_id').single()
  const { id, event_id: eventId } = data as { id: string; event_id: string }
  const { page } = visitor
  const reason = 'Reason: The ground is under water.'

  await page.goto(`/events/${eventId}`)
  await expect(page.getByText('This concert is cancelled.')).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('you can request a refund in My Tickets.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Floor' })).toBeVisible()
  await expect(page.getByText('seats available')).toHaveCount(0)
  await expect(page.getByText('60 minutes early.')).toHaveCount(0)

  await page.goto('/orders')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password').fill(buyer.password)
  await saysInAToast(page, 'Welcome back!', () => page.getByRole('button', { name: 'Sign in' }).click())
  await expect(page).toHaveURL(/\/orders$/)
  const order = page.getByRole('region', { name: 'Done' }).getByRole('listitem').first()
  for (const text of ['Cancelled by the organiser', reason, 'Refund requested']) await expect(order).toContainText(text)
  await page.goto('/my-tickets')
  const cancelled = page.getByRole('region', { name: 'Cancelled' }).getByRole('listitem')
  await expect(cancelled).toContainText('Refund requested')

  await page.goto(`/my-tickets/${id}`)
  await expect(page.getByRole('alert')).toContainText('The organiser cancelled this concert.')
  await expect(page.getByRole('alert')).toContainText(reason)
  await expect(page.getByText('Refund requested')).toBeVisible()
  await expect(page.getByText('60 minutes early')).toHaveCount(0)
  await expect(page.getByText('Valid ID proof')).toHaveCount(0)

  const utr = newReference()
  await paidBack(shop, buyer, utr)
  await page.goto('/orders')
  await expect(order).toContainText(`UTR ${utr}`)
  await order.getByRole('link', { name: /^Receipt of order / }).click()
  await expect(page.getByRole('region', { name: 'Refunded' })).toContainText(`UTR ${utr}`)
  await expect(page.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Credit note CN/ })).toBeVisible()
  await page.waitForURL((url) => url.pathname !== '/orders')
  await rival.page.goto(new URL(page.url()).pathname)
  await expect(rival.page.getByRole('heading', { name: 'No receipt here' })).toBeVisible()
})

test('A concert is moved: its ticket says so, offers a refund for seven days, and asks for a UPI id first', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const concert = await publishConcert(shop, [hall])
  await buys(shop, customer, concert.categories.Hall!, ['D1'])
  await page.goto('/my-tickets')
  const next = page.getByRole('region', { name: 'Next ticket' })
  await expect(next).toContainText(concert.singer)

  const { client: admin } = await demoPerson(shop, 'admin')
  const later = new Date(Date.parse(concert.date) + 21 * 86_400_000).toISOString()
  await admin.rpc('move_event', { p_event_id: concert.id, p_date: later }).throwOnError()

  await page.reload()
  await expect(next.getByText('your ticket stays valid')).toBeVisible()
  await opensTicket(page, next.getByRole('link', { name: /^Show ticket/ }))
  const ticket = page.getByRole('main')
  await expect(ticket.getByText(/^Cannot come\? You can request a refund until /)).toBeVisible()
  await ticket.getByRole('button', { name: /^Request refund/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund?' })
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText('Enter the UPI id for the refund.')).toBeVisible()
  const upi = `asha.${randomUUID().slice(0, 8)}@okaxis`
  await dialog.getByLabel('UPI id for refunds').fill(upi)
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(ticket.getByText('Refund requested')).toBeVisible()
  await expect(ticket.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()

  const { data: refunds } = await admin.from('refunds').select('reason,status').eq('upi_id', upi)
  expect(refunds).toEqual([{ reason: 'moved', status: 'requested' }])

  await page.goto(`/events/${concert.id}`)
  await expect(page.getByText('The date has changed. It was')).toBeVisible()
})
