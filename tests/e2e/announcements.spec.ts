import { expect, test } from './support/story.ts'

test('Staff write to the holders of a concert, who read it in the shop, on the ticket and without a network', async ({
  customer,
  staff,
}) => {
  const choice = await customer.choosesSeats('Anvita Shenoykar', 2)
  const payment = await customer.pays()
  await staff.approves(payment)
  await customer.seesTicketsArrive()

  const desk = staff.page
  await desk.goto('/admin/events')
  await desk.getByLabel('Search singer, city or venue').fill(choice.singer)
  await desk.getByRole('link', { name: `Write to buyers: ${choice.singer}, ${choice.city}, ${choice.day}` }).click()
  await expect(desk.getByText(/^Reaches \d+ (person|people), \d+ of them also by mail/)).toBeVisible()
  await desk.getByLabel('Subject').fill('Doors at six')
  await desk.getByLabel('Text').fill('Please come early.\nThe lift is out of order.')
  await expect(desk.getByRole('region', { name: 'Preview' })).toContainText('The lift is out of order.')
  // What was typed is not lost by a press beside the form.
  await desk.getByRole('link', { name: 'Dashboard' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await desk.getByRole('button', { name: /^Send to / }).click()
  await desk
    .getByRole('dialog', { name: /^Send to / })
    .getByRole('button', { name: 'Send' })
    .click()
  const sent = desk
    .getByRole('list', { name: 'Announcements' })
    .getByRole('listitem')
    .filter({ hasText: 'Doors at six' })
  await expect(sent).toContainText(/Told (\d+) of \1 (person|people)/, { timeout: 30_000 })
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible()

  const { page, context } = customer
  await page.goto('/my-tickets')
  await page.getByRole('main').getByRole('link', { name: '1 new update' }).click()
  const news = page.getByRole('region', { name: 'All updates' }).getByRole('listitem')
  await expect(news).toHaveCount(1)
  await expect(news).toContainText('The lift is out of order.')
  await expect(news.getByText('New', { exact: true })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('main').getByRole('link', { name: 'My Tickets' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Updates' })).toBeVisible()
  await page
    .getByRole('link', { name: /^Show ticket/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'About this ticket' })).toContainText('Please come early.')
  await context.setOffline(false)
})

test('A cancelled concert tells its buyers by itself, and staff see that it did', async ({ customer, staff }) => {
  // Of this singer no other story cancels a concert.
  const choice = await customer.choosesSeats('Neelkanth Vartak Quartet', 1)
  await staff.approves(await customer.pays())
  await customer.seesTicketsArrive()
  await staff.cancels(choice)

  const { page } = customer
  await page.goto('/updates')
  const news = page.getByRole('region', { name: 'All updates' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(news.first()).toContainText('This concert is cancelled', { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expect(news.first()).toContainText('Reason: The hall is flooded.')
  await expect(news.first()).toContainText(/You get ₹[\d,.]+ back/)

  await staff.page.goto('/admin/announcements')
  const told = staff.page
    .getByRole('list', { name: 'Announcements' })
    .getByRole('listitem')
    .filter({ hasText: choice.city })
  await expect(told.first()).toContainText('Event cancelled')
  await expect(told.first()).toContainText('by itself')
})
