import { cancelsConcert, floor, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { personOf } from '../support/server/visitor.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff write to the holders of a concert, who read it in the shop and offline on the ticket; a cancellation tells itself', async ({
  customer,
  staff,
  shop,
}) => {
  const { id: event, singer, categories } = await publishConcert(shop, [floor])
  await buys(shop, customer, categories.Floor!, 2)
  const desk = staff.page
  await desk.goto(`/admin/events?q=${singer}`)
  await opensConcert(desk, singer, 'Messages')
  await expect(desk.getByLabel('Event', { exact: true })).toHaveCount(0)
  await expect(desk.getByText(/^Reaches 1 person in the shop\. No mail is sent/)).toBeVisible()
  await desk.getByLabel('Subject').fill('Doors at six')
  await desk.getByLabel('Text').fill('Please come early.\nThe lift is out of order.')
  await expect(desk.getByRole('region', { name: 'Preview' })).toContainText('The lift is out of order.')
  // What was typed is not lost by a press beside the form.
  await desk.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Home' }).click()
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

  await cancelsConcert(shop, event)
  // Notices are sent a moment later, by the running server.
  const { client } = await personOf(shop, customer)
  const told = async () => (await client.from('notices').select('id').eq('event_id', event)).data?.length
  await expect.poll(told, { timeout: 60_000 }).toBe(2)
  await page.goto('/updates')
  await expect(news.first()).toContainText('This concert is cancelled')
  await expect(news.first()).toContainText('Reason: The hall is flooded.')
  await expect(news.first()).toContainText(/You get ₹[\d,.]+ back/)
  await desk.goto('/admin/announcements')
  const automatic = desk.getByRole('listitem').filter({ hasText: singer }).filter({ hasText: 'Event cancelled' })
  await expect(automatic).toContainText('by itself')
})

test('Help answers what staff ask, and a message from the contact page is read and handled', async ({
  visitor,
  staff,
}) => {
  const { page: shop } = visitor
  await shop.goto('/contact')
  await shop.getByLabel('Name').fill('Farah <b>Khan</b>')
  await shop.getByLabel(/^E-?mail/).fill(visitor.email)
  await shop.getByLabel('Message').fill('My order\nhas not arrived')
  await shop.getByRole('button', { name: /^Send/ }).click()
  await expect(shop.getByRole('main').getByText('Your message has reached us.')).toBeVisible()

  const { page } = staff
  await page.goto('/admin')
  await staff.choosesFromMenu('Setup', 'Help')
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeVisible()
  await expect(page.getByText('Support e-mail:')).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp Support' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/)
  await page.getByText('Checking a payment').click()
  await expect(page.getByText('A screenshot alone proves nothing.')).toBeVisible()
  await expect(page.getByText('rejecting can be undone for ten seconds')).toBeVisible()
  await page.getByText('Preparing a phone as a scanner').click()
  await expect(page.getByRole('link', { name: 'the gate' })).toHaveAttribute('href', '/admin/scan')
  await page.getByText('The 48 hours before a concert').click()
  await expect(page.getByText('from 48 hours before the start to 24 hours after it')).toBeVisible()
  await page.getByText('Which statements can be read').click()
  await expect(page.getByText('This device remembers them')).toBeVisible()
  await page.getByText('A phone of the gate is lost').click()
  await expect(page.getByText('press This phone is lost')).toBeVisible()

  await page.getByRole('button', { name: /^Messages/ }).click()
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: visitor.email })
  await expect(message).toContainText('Farah <b>Khan</b>')
  await expect(message).toContainText('has not arrived')
  await message.getByRole('button', { name: /^Mark as handled/ }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Handled', exact: true }).click()
  await expect(message).toContainText('Handled ')
  await message.getByRole('button', { name: /^Mark as waiting/ }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Waiting', exact: true }).click()
  await page.getByLabel('Search name, e-mail, text or order').fill(visitor.email)
  await expect(message).toHaveCount(1)
})
