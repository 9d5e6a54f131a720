import { setTimeout as delay } from 'node:timers/promises'
import { inDatabase } from '../support/database/database.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { approves } from '../support/sales/purchases.ts'
import { opensTheGate, ticketsOf } from '../support/sales/sold-tickets.ts'
import { announces, publishes, zoneOf } from '../support/stories/evening.ts'
import { expect, test } from '../support/stories/story.ts'

const evening = {
  singer: 'Campus Choir',
  city: 'Pune',
  venue: 'College Hall',
  text: 'Songs that the students collected. It costs nothing.',
}

test('A college’s evening: free places, tickets without a payment, once, though the network went, and the gate knows them', async ({
  staff,
  customer,
  shop,
}) => {
  const form = await announces(staff.page, evening)
  await form.getByRole('combobox', { name: 'Hall', exact: true }).selectOption('none')
  for (const other of ['Silver', 'Bronze']) await form.getByRole('button', { name: `Remove zone ${other}` }).click()
  await zoneOf(form, 'Gold').getByLabel('Zone', { exact: true }).fill('Students')
  const students = zoneOf(form, 'Students')
  await students.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await students.getByLabel('How many people').fill('300')
  await students.getByLabel('Students is free, without a fee').check()
  await expect(students.getByLabel('Price', { exact: true })).toBeDisabled()
  const event = await publishes(staff.page, shop, evening)
  await staff.page.goto(`/admin/tickets?event=${event}`)
  await expect(staff.page.getByRole('row').filter({ hasText: 'Students' })).toContainText('Free')

  const { page } = customer
  await page.goto(`/events/${event}`)
  await expect(page.getByText(evening.text)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Students' })).toContainText('Free')
  await customer.choosesPlaces(event, 2, 'Students')
  await page.goto('/cart')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('Free')
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Get your tickets' })).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveCount(0)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await expect(page.getByRole('alert')).toContainText('Your order stays on this device.')
  await page.context().setOffline(false)
  // The tickets take their time: the order that became them is not begun a second time meanwhile, nor called paid.
  await page.route('**/rpc/my_wallet', async (route) => {
    await delay(6_000)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await expect(page).toHaveURL(/\/my-tickets$/)
  await expect(page.getByText('Standing, 2 people', { exact: true }).first()).toBeVisible()
  const [held] = await inDatabase(shop, (sql) =>
    sql.query<{ orders: number }>('select count(*)::int as orders from private.orders where event_id = $1', [event]),
  )
  expect(held?.orders).toBe(1)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

  const [ticket] = await ticketsOf(shop, event)
  expect(await opensTheGate(shop, ticket!)).toBe(true)
})

test('Two early birds are the first buyer’s, and the second buyer sees and pays the regular price', async ({
  staff,
  customer,
  rival,
  shop,
}) => {
  const { id: event } = await publishConcert(shop, [])
  const form = await staff.beginsCategory(event, 'Floor', '900')
  await form.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await form.getByLabel('Total tickets').fill('100')
  await form.getByRole('button', { name: 'Add a Phase' }).click()
  const phase = form.getByRole('group', { name: 'Phase 1' })
  await phase.getByLabel('Phase', { exact: true }).fill('Early bird')
  await phase.getByLabel('Price in the phase').fill('500')
  await phase.getByLabel('Ends when sold (optional)').fill('2')
  const row = await staff.addsCategory(form, 'Floor')
  await expect(row).toContainText('Early bird until 2 sold')
  await expect(row).toContainText('Then: ₹900')

  await customer.page.goto(`/events/${event}`)
  const floor = customer.page.getByRole('listitem').filter({ hasText: 'Floor' })
  await expect(floor).toContainText('Early bird · 2 left at this price')
  await expect(floor).toContainText('₹900 after that')
  await customer.choosesPlaces(event, 2)
  const payment = await customer.pays()
  expect(payment.amount).toBe('₹1,240.00')

  await rival.choosesPlaces(event, 1)
  await rival.leavesTheCart()
  await expect(rival.page.getByText('The price has changed: ₹1,092.00 instead of ₹620.00.')).toBeVisible()

  await approves(shop, payment.orderCode)
  await rival.page.goto(`/events/${event}`)
  const later = rival.page.getByRole('listitem').filter({ hasText: 'Floor' })
  await expect(later).toContainText('₹900')
  await expect(later).not.toContainText('Early bird')
})
