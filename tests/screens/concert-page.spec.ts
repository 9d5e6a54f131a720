import { randomUUID } from 'node:crypto'
import { refused } from '../support/looks/refusing.ts'
import { saysInAToast } from '../support/looks/toasts.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { cancelsConcert, gold, publishConcert } from '../support/sales/concerts.ts'
import { buys, submits } from '../support/sales/purchases.ts'
import { choosesFromMenu, opensConcert, opensTab } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

test('A concert’s name leads to what it sold and earned, and each figure to the rows behind it', async ({
  customer,
  rival,
  staff: { page },
  shop,
}) => {
  const concert = await publishConcert(shop, [gold])
  const bought = await buys(shop, customer, concert.categories.Gold!, ['A1', 'A2'])
  const waiting = await submits(shop, rival, concert.categories.Gold!, ['A3'])
  await page.goto(`/admin/events?q=${concert.singer}`)
  await opensConcert(page, concert.singer)
  await expect(page.getByRole('heading', { level: 1, name: concert.singer })).toBeVisible()
  await expect(page.getByText('On sale', { exact: true })).toBeVisible()

  const zone = page.getByRole('table', { name: 'Places by zone' }).getByRole('row').filter({ hasText: 'Gold' })
  // Sold, guests, held, to decide, kept, free.
  await expect(zone).toHaveText(/2 of 30\s*0\s*0\s*1\s*0\s*27$/)
  const toDo = page.getByRole('list', { name: 'What to do next' })
  await expect(toDo).toContainText('No one but admins can scan its tickets')
  await toDo.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('row').filter({ hasText: waiting.orderCode })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: bought.orderCode })).toHaveCount(0)

  await opensTab(page, 'Overview')
  // 2 × ₹900, 18 % GST, and ₹30 a ticket.
  const money = page.getByRole('table', { name: 'From paid to net' })
  await expect(money.getByRole('row').filter({ hasText: 'Paid by customers' })).toContainText('₹2,184.00')
  await expect(money.getByRole('row').filter({ hasText: 'GST' })).toContainText('− ₹324.00')
  await expect(money.getByRole('row').filter({ hasText: 'Net ticket sales' })).toContainText('₹1,800.00')
  await expect(page.getByRole('region', { name: 'Sales' })).toContainText('2 of 30, 6%, sold in this shop')
  await page.getByRole('link', { name: 'Paid by customers' }).click()
  await expect(page.getByRole('row').filter({ hasText: bought.orderCode })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: waiting.orderCode })).toHaveCount(0)
  // Of this concert alone: no choice of another one, no figures of the whole shop.
  await expect(page.getByRole('button', { name: 'Choose an event' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Status' })).toHaveText('PendingApprovedRejectedAll')
  await page.getByRole('navigation', { name: 'Pages of this tab' }).getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`order ${bought.orderCode}`) })).toBeVisible()

  await opensTab(page, 'Overview')
  await zone.getByRole('link', { name: 'Gold' }).click()
  await expect(page.getByRole('list', { name: 'Seats by state' })).toContainText('Sold 2')
  await expect(page.getByRole('navigation', { name: 'Concert' }).getByRole('link', { name: 'Seats' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await opensTab(page, 'Tickets & prices')
  await expect(page.getByRole('table', { name: 'Ticket categories' }).getByRole('columnheader')).toHaveText([
    'Ticket',
    'Price',
    'Sold',
    'Actions',
  ])
})

test('A draft says what it lacks and is published from its head; a cancelled concert sells nothing and stays', async ({
  staff: { page },
  shop,
}) => {
  const { id, singer } = await publishConcert(shop, [], { publish: 'draft' })
  await page.goto(`/admin/events/${id}`)
  const toDo = page.getByRole('list', { name: 'What to do next' })
  await expect(toDo).toContainText('It is a draft')
  await expect(page.getByText('Only staff see it.')).toBeVisible()
  await toDo.getByRole('link', { name: 'Tickets & prices' }).click()
  await page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
  const form = page.getByRole('form', { name: 'Add a ticket category' })
  await form.getByLabel('Name', { exact: true }).fill('Gold')
  await form.getByLabel('Price', { exact: true }).fill('800')
  await form.getByLabel('Total tickets').fill('40')
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText('0 of 40')

  await opensTab(page, 'Overview')
  await expect(toDo).not.toContainText('no ticket category')
  await page.getByRole('button', { name: `Publish: ${singer}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'It is on sale' })).toBeVisible()
  await expect(page.getByText('On sale', { exact: true })).toBeVisible()
  await opensTab(page, 'Overview')
  await expect(toDo).toBeVisible()
  await expect(toDo).not.toContainText('It is a draft')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await saysInAToast(page, 'Link copied', () => page.getByRole('button', { name: 'Copy the link' }).click())
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}/events/${id}`)

  await cancelsConcert(shop, id)
  await page.reload()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing is to be done now.')).toBeVisible()
  await choosesFromMenu(page, 'Delete', singer)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/events$/)
})

test('A concert is made known by its link, its QR code, a poster and a text in three languages, while there is something to say', async ({
  staff: { page },
  shop,
}) => {
  const { id, singer } = await publishConcert(shop, [gold], { publish: 'draft' })
  const { client } = await demoPerson(shop, 'admin')
  await page.goto(`/admin/events/${id}/share`)
  await expect(page.getByRole('heading', { name: 'It is a draft' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print the poster' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Share: ${singer}` })).toHaveCount(0)

  await client.rpc('publish_event', { p_event_id: id }).throwOnError()
  await page.goto(`/admin/events/${id}`)
  await page.getByRole('button', { name: `Share: ${singer}` }).click()
  await expect(page.getByRole('heading', { name: 'It is on sale' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy the address' }).click()
  await expect.poll(copied).toBe(`${shop.url}/events/${id}`)
  await page.getByRole('button', { name: 'Copy the text, मराठी' }).click()
  // ₹900, 18 % GST and ₹30.
  await expect.poll(copied).toContain(`तिकिटे ₹1,092 पासून: ${shop.url}/events/${id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the QR code' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
  await page
    .getByText(/Who scans the tickets/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/gate$/)

  await client.rpc('pause_event', { p_event_id: id }).throwOnError()
  await page.goto(`/admin/events/${id}/share`)
  await expect(page.getByText('It sells nothing until you press Resume.')).toBeVisible()
  await expect(page.getByText('It is on sale')).toHaveCount(0)
  await expect(page.getByText(/Tickets from/)).toHaveCount(0)
  await cancelsConcert(shop, id)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'It is cancelled' })).toBeVisible()
  await expect(page.getByText('Text for WhatsApp')).toHaveCount(0)
})

test('Rules, waiting lists and keys of a concert are under its settings, and its door has none of them', async ({
  staff: { page },
  shop,
}) => {
  const { id } = await publishConcert(shop, [gold])
  await page.goto(`/admin/events/${id}/gate`)
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the rules' })).toHaveCount(0)
  await opensTab(page, 'Settings')
  await page.getByLabel('Tickets may be given back').uncheck()
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await expect(page.getByText('Rules saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting lists' })).toContainText('Nothing is waited for')
  await expect(page.getByRole('button', { name: 'Make all codes anew…' })).toBeHidden()
  await page.getByText('Advanced', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Make all codes anew…' })).toBeVisible()
})

test('A concert that is not there says so, and one that could not be read is read again', async ({
  staff: { page },
  shop,
}) => {
  for (const id of [randomUUID(), 'meher-qazi']) {
    await page.goto(`/admin/events/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such event' })).toBeVisible()
  }
  const { id, singer } = await publishConcert(shop, [gold])
  const failure = page.getByRole('alert').filter({ hasText: 'Error loading the concert' })
  await refused(page, { path: /event_list/ }, async () => {
    await page.goto(`/admin/events/${id}`)
    await expect(failure).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Concert' }).getByRole('link')).toHaveCount(9)
  })
  await failure.getByRole('button', { name: 'Try Again' }).click()
  const head = page.getByRole('heading', { level: 1, name: singer })
  await expect(head).toBeVisible()

  // While the head is loading, the tabs and what they show do not wait for it.
  const answer = Promise.withResolvers<void>()
  await page.route(/\/event_list/, (route) => answer.promise.then(() => route.fallback()))
  await page.goto(`/admin/events/${id}/settings`)
  await expect(page.getByRole('button', { name: 'Save the rules' })).toBeVisible()
  await expect(head).toHaveCount(0)
  answer.resolve()
  await expect(head).toBeVisible()
})
