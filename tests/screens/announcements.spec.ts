import { personOf } from '../support/server/visitor.ts'
import { cancelsConcert, floor, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff write to the holders of a concert, who read it in the shop, on the ticket and without a network', async ({
  customer,
  staff,
  shop,
}) => {
  const { id: event, singer, categories } = await publishConcert(shop, [floor])
  await buys(shop, customer, categories.Floor!, 2)
  const desk = staff.page
  await desk.goto(`/admin/events?q=${singer}`)
  await desk.getByRole('link', { name: `Write to buyers: ${singer}, Goa` }).click()
  await expect(desk.getByLabel('Event', { exact: true })).toHaveValue(event)
  await expect(desk.getByText(/^Reaches 1 person, \d+ of them also by mail/)).toBeVisible()
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
  await expect(sent).toContainText('Told 1 of 1 person')
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

test('A cancelled concert tells its buyers by itself, and staff see that it did', async ({ customer, staff, shop }) => {
  const { id: event, singer, categories } = await publishConcert(shop, [floor])
  await buys(shop, customer, categories.Floor!, 1)
  await cancelsConcert(shop, event)
  // Notices are sent a moment later, by the running server.
  const { client } = await personOf(shop, customer)
  const told = async () => (await client.from('notices').select('id').eq('event_id', event)).data?.length
  await expect.poll(told, { timeout: 60_000 }).toBe(1)

  const { page } = customer
  await page.goto('/updates')
  const news = page.getByRole('region', { name: 'All updates' }).getByRole('listitem')
  await expect(news.first()).toContainText('This concert is cancelled')
  await expect(news.first()).toContainText('Reason: The hall is flooded.')
  await expect(news.first()).toContainText(/You get ₹[\d,.]+ back/)

  await staff.page.goto('/admin/announcements')
  const sent = staff.page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: singer })
  await expect(sent).toContainText('Event cancelled')
  await expect(sent).toContainText('by itself')
})
