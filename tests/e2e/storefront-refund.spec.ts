import { DEMO_PASSWORD } from '../support/shop.ts'
import { demoPerson } from '../support/visitor.ts'
import { expect, test } from './support/story.ts'
import { saysInAToast } from './support/toasts.ts'

const dayOf = (day: string): string => new Date(`${day} UTC`).toISOString().slice(0, 10)

test('The demo customer requests the refund of a cancelled concert, and corrects the UPI id', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login')
  await page.getByLabel('Email').fill('customer@demo.mehfil.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await saysInAToast(page, 'Welcome back!', () => page.getByRole('button', { name: 'Sign in' }).click())
  await page.goto('/my-tickets')
  // Other stories may have revoked this customer's tickets, or cancelled another concert.
  const cancelled = page
    .getByRole('region', { name: 'Cancelled' })
    .getByRole('listitem')
    .filter({ hasText: 'Cancelled by the organiser' })
  const asked = cancelled.filter({ hasText: 'Refund requested' })
  const open = cancelled.filter({ has: page.getByRole('button', { name: 'Request refund' }) })
  await expect(asked.first()).toBeVisible()
  await expect(open.first()).toBeVisible()
  const before = await asked.count()
  await open.first().getByRole('button', { name: 'Request refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund?' })
  await expect(
    dialog.getByText(/^₹[\d,]+\.\d\d goes back to your UPI id: all that you paid for this ticket\./),
  ).toBeVisible()
  await expect(dialog.getByLabel('UPI id for refunds')).toHaveValue('farah.nadkarni@examplebank')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(asked).toHaveCount(before + 1)

  await asked.first().getByRole('button', { name: 'Change UPI id' }).click()
  const change = page.getByRole('dialog', { name: 'Change UPI id' })
  await expect(change.getByLabel('UPI id for refunds')).toHaveValue('farah.nadkarni@examplebank')
  await change.getByLabel('UPI id for refunds').fill('farah@otherbank')
  await change.getByRole('button', { name: 'Save UPI id' }).click()
  await expect(asked.first().getByText('to farah@otherbank')).toBeVisible()
  await page.reload()
  await expect(asked.first().getByText('to farah@otherbank')).toBeVisible()
})

test('A concert is moved: its ticket says so, offers a refund for seven days, and asks for a UPI id first', async ({
  customer,
  staff,
  shop,
}) => {
  const choice = await customer.choosesSeats('Thamarai Strings', 1)
  const payment = await customer.pays()
  await staff.approves(payment)
  await customer.page.goto('/my-tickets')
  await expect(customer.ticket(choice)).toBeVisible()
  await expect(customer.ticket(choice).getByRole('button', { name: /^Request refund/ })).toHaveCount(0)

  const admin = await demoPerson(shop, 'admin')
  const from = `${dayOf(choice.day)}T00:00:00Z`
  const { data: events } = await admin.client
    .from('events')
    .select('id,date,singers!events_singer_id_fkey!inner(name)')
    .eq('singers.name', choice.singer)
    .eq('city', choice.city)
    .gte('date', from)
    .order('date')
  const event = events![0]!
  const later = new Date(Date.parse(String(event.date)) + 21 * 86_400_000).toISOString()
  expect((await admin.client.rpc('move_event', { p_event_id: event.id, p_date: later })).error).toBeNull()

  await customer.page.reload()
  const ticket = customer.ticket(choice)
  await expect(ticket.getByText('your ticket stays valid')).toBeVisible()
  await expect(ticket.getByText(/^Cannot come\? You can request a refund until /)).toBeVisible()
  await ticket.getByRole('button', { name: /^Request refund/ }).click()
  const dialog = customer.page.getByRole('dialog', { name: 'Request a refund?' })
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText('Enter the UPI id for the refund.')).toBeVisible()
  await dialog.getByLabel('UPI id for refunds').fill('asha@okaxis')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(ticket.getByText('Refund requested')).toBeVisible()
  await expect(ticket.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()

  const { data: refunds } = await admin.client
    .from('refunds')
    .select('upi_id,reason,status')
    .eq('upi_id', 'asha@okaxis')
  expect(refunds).toEqual([{ upi_id: 'asha@okaxis', reason: 'moved', status: 'requested' }])

  await customer.page.goto(`/events/${event.id}`)
  await expect(customer.page.getByText('The date has changed. It was')).toBeVisible()
})
