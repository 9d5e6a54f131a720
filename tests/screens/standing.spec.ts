import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { holds } from '../support/sales/purchases.ts'
import { soldOf } from '../support/sales/sales.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

const sellsStanding = (shop: Shop, total: number) => publishConcert(shop, [{ ...floor, total }])

test('Staff put a standing floor on sale, and two people who book it have a code each', async ({
  staff,
  customer,
  shop,
}) => {
  const { id: event } = await publishConcert(shop, [])
  const form = await staff.beginsCategory(event, 'Floor', '600')
  await form.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await expect(form.getByLabel('Layout (optional)')).toHaveCount(0)
  await form.getByLabel('Total tickets').fill('20000')
  await expect(await staff.addsCategory(form, 'Floor')).toContainText('Standing')

  await customer.choosesPlaces(event, 2)
  const { page } = customer
  const payment = await customer.pays()
  await expect(page.getByText('Floor · Standing, 2 people')).toBeVisible()
  const review = await staff.opensPayment(payment)
  await expect(review.getByRole('cell', { name: 'Standing, 2 people' })).toBeVisible()
  await staff.approves(payment)

  await page.goto('/my-tickets')
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Show/ }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket .*, Standing, 1 person$/ }).first()).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()
  const [ticket] = await ticketsOf(shop, event)
  expect(ticket!.seats).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
})

test('Of five wanted places three are left, and the customer takes those', async ({ customer, rival, shop }) => {
  const { id: event, categories } = await sellsStanding(shop, 5)
  await customer.choosesPlaces(event, 5)
  await holds(shop, rival, categories.Floor!, 2)

  const { page } = customer
  await customer.leavesTheCart()
  const short = page.getByRole('alert').filter({ hasText: 'Only 3 places are left' })
  await expect(short).toContainText('Floor: 3 places are left, you wanted 5')
  await short.getByRole('button', { name: 'Take 3 places' }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  const payment = await customer.sendsPayment()
  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.claims.map((claim) => claim.state)).toEqual(['under_review', 'under_review', 'under_review'])
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('The number is changed by keyboard and in the cart, and undone; more than are left is not offered', async ({
  customer,
  shop,
}) => {
  const { id: event, singer } = await sellsStanding(shop, 4)
  const { page } = customer
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${event}`)
  await expect(page.getByText('Standing, no seat numbers')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Number, Floor' }).click()
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByLabel('Number of people').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await expect(chooser.getByText('Only 4 places are left.')).toBeVisible()
  await chooser.getByRole('button', { name: 'Take 4' }).click()
  await chooser.getByRole('button', { name: 'One fewer' }).click()
  await expect(chooser.getByLabel('Number of people')).toHaveValue('3')
  await chooser.getByLabel('Number of people').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your cart' }).getByText('Floor · Standing, 3 people')).toBeVisible()

  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: singer })
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
  await expect(page.getByText('Now for 4 people')).toBeVisible()
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Only 4 places are left.')).toBeVisible()
  await line.getByRole('button', { name: 'One fewer' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
})
