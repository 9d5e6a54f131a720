import { demoPerson } from '../support/server/visitor.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { choosesFromMenu } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

/** Long enough to see the page before, short enough to wait for the moment. */
const UNTIL_OPENING_MS = 20_000

test('A concert is kept as a draft, shown by a link, published, and opens its sale at the moment', async ({
  staff,
  customer,
  visitor,
  shop,
}) => {
  const { page } = staff
  const admin = await demoPerson(shop, 'admin')
  const { id: event, singer } = await publishConcert(shop, [], { publish: 'draft' })

  const category = await staff.beginsCategory(event, 'Lawn', '800')
  await category.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await category.getByLabel('Total tickets').fill('40')
  await category.getByLabel('Sale from (optional)').fill('2027-01-08T12:00')
  await expect(await staff.addsCategory(category, 'Lawn')).toContainText('Sale from Fri 8 Jan 2027, 12:00 pm')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/admin/events?state=draft&q=${singer}`)
  const row = page.getByRole('row').filter({ hasText: singer })
  await expect(row).toContainText('Draft')
  await saysInAToast(page, 'Preview link copied', () => choosesFromMenu(row, 'Copy preview link'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await visitor.page.goto(`/events/${event}`)
  await expect(visitor.page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
  await visitor.page.goto(link)
  await expect(visitor.page.getByRole('heading', { name: singer })).toBeVisible()
  await expect(visitor.page.getByText('This concert is not published yet.')).toBeVisible()
  await expect(visitor.page.getByRole('heading', { name: 'Lawn' })).toBeVisible()
  await expect(visitor.page.getByRole('button', { name: /Choose Number/ })).toHaveCount(0)

  await row.getByRole('button', { name: /^Publish/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this event?' })
  await expect(dialog).toContainText('tickets are sold from Fri 8 Jan 2027, 12:00 pm')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Event published')).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.getByRole('heading', { name: 'This link no longer shows a concert' })).toBeVisible()

  await customer.page.goto(`/events/${event}`)
  await expect(customer.page.getByText('Tickets from Fri 8 Jan, 12:00 pm')).toBeVisible()
  const download = customer.page.waitForEvent('download')
  await customer.page.getByRole('button', { name: 'Remind me' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)

  const opening = new Date(Date.now() + UNTIL_OPENING_MS).toISOString()
  await admin.client.from('ticket_categories').update({ sale_from: opening }).eq('event_id', event).throwOnError()
  await customer.page.reload()
  await expect(customer.page.getByText(/^Tickets from /)).toBeVisible()
  await expect(customer.page.getByRole('button', { name: /Choose Number/ })).toHaveCount(0)
  await expect(customer.page.getByRole('button', { name: 'Choose Number, Lawn' })).toBeVisible({
    timeout: UNTIL_OPENING_MS * 2,
  })
  await customer.choosesPlaces(event, 1, 'Lawn')
  await customer.goesToCheckout()
})

test('The sale is paused in one press: nothing new is sold, and who is at checkout pays', async ({
  staff,
  customer,
  visitor,
  shop,
}) => {
  const { id: event, singer } = await publishConcert(shop, [floor])
  const pathname = `/events/${event}`
  await customer.choosesPlaces(event, 1)
  await customer.goesToCheckout()

  const { page } = staff
  await page.goto(`/admin/events?q=${encodeURIComponent(singer)}`)
  const row = page.getByRole('row').filter({ hasText: singer })
  await row.getByRole('button', { name: /^Pause/ }).click()
  await expect(row.getByText('Paused').filter({ visible: true })).toBeVisible()

  await visitor.page.goto(pathname)
  await expect(visitor.page.getByText('Sale paused for the moment')).toBeVisible()
  await expect(visitor.page.getByRole('button', { name: /Choose Number/ })).toHaveCount(0)

  await customer.page.goto('/cart')
  await expect(customer.page.getByText(/^Held until/)).toBeVisible()
  await customer.pays()

  await row.getByRole('button', { name: /^Resume/ }).click()
  await expect(row.getByText('Paused').filter({ visible: true })).toHaveCount(0)
  await visitor.page.reload()
  await expect(visitor.page.getByRole('button', { name: /^Choose Number/ }).first()).toBeVisible()
})
