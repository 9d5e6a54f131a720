import { randomUUID } from 'node:crypto'
import { demoPerson, personOf } from '../support/server/visitor.ts'
import { cancelsConcert, hall, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('A refund of a cancelled concert is requested, and its UPI id corrected', async ({ customer, shop }) => {
  const { page } = customer
  const concert = await publishConcert(shop, [hall])
  await buys(shop, customer, concert.categories.Hall!, ['D1'])
  await cancelsConcert(shop, concert.id)
  const { client } = await personOf(shop, customer)
  const profile = { refund_upi_id: 'farah.nadkarni@examplebank' }
  await client.rpc('save_profile', { p_profile: profile }).throwOnError()

  await page.goto('/my-tickets')
  const ticket = page.getByRole('region', { name: 'Cancelled' }).getByRole('listitem')
  await expect(ticket).toContainText('Cancelled by the organiser')
  await ticket.getByRole('button', { name: 'Request refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund?' })
  await expect(
    dialog.getByText(/^₹[\d,]+\.\d\d goes back to your UPI id: all that you paid for this ticket\./),
  ).toBeVisible()
  await expect(dialog.getByLabel('UPI id for refunds')).toHaveValue(profile.refund_upi_id)
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(ticket).toContainText('Refund requested')

  await ticket.getByRole('button', { name: 'Change UPI id' }).click()
  const change = page.getByRole('dialog', { name: 'Change UPI id' })
  await expect(change.getByLabel('UPI id for refunds')).toHaveValue(profile.refund_upi_id)
  await change.getByLabel('UPI id for refunds').fill('farah@otherbank')
  await change.getByRole('button', { name: 'Save UPI id' }).click()
  await expect(ticket.getByText('to farah@otherbank')).toBeVisible()
  await page.reload()
  await expect(ticket.getByText('to farah@otherbank')).toBeVisible()
})

test('A concert is moved: its ticket says so, offers a refund for seven days, and asks for a UPI id first', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const concert = await publishConcert(shop, [hall])
  await buys(shop, customer, concert.categories.Hall!, ['D1'])
  await page.goto('/my-tickets')
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  const ticket = upcoming.getByRole('listitem').filter({ hasText: concert.singer })
  await expect(ticket).toBeVisible()
  await expect(ticket.getByRole('button', { name: /^Request refund/ })).toHaveCount(0)

  const { client: admin } = await demoPerson(shop, 'admin')
  const later = new Date(Date.parse(concert.date) + 21 * 86_400_000).toISOString()
  await admin.rpc('move_event', { p_event_id: concert.id, p_date: later }).throwOnError()

  await page.reload()
  await expect(ticket.getByText('your ticket stays valid')).toBeVisible()
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
