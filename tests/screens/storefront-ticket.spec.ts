import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buys, isRejected, submits } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'
import { opensTicket } from '../support/sales/tickets.ts'

test('Support’s order code is on the ticket and in My Tickets; a rejected payment can be dismissed', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { categories } = await publishConcert(shop, [hall])
  await buys(shop, customer, categories.Hall!, ['D1'])
  await submits(shop, customer, categories.Hall!, ['D3'])
  await isRejected(shop, customer, categories.Hall!, ['D5'], 'We found no credit.')
  await page.goto('/my-tickets')
  const payments = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('listitem')
  const rejected = payments.filter({ hasText: 'Rejected' })
  await expect(rejected).toHaveCount(1)
  // Approved payments are listed until their tickets have come.
  await expect(page.getByRole('region', { name: 'Upcoming', exact: true }).getByRole('listitem').first()).toBeVisible()
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

  const ticket = page.getByRole('region', { name: 'Upcoming', exact: true }).getByRole('listitem').first()
  const code = ((await ticket.getByText(/^Order code MF\w{8}$/).textContent()) ?? '').slice(-10)
  await page.context().setOffline(true)
  await opensTicket(page, ticket.getByRole('link', { name: /^Show ticket/ }))
  await expect(page.getByText('Order code', { exact: true })).toBeVisible()
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await page.context().setOffline(false)
})
