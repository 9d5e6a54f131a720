import { setTimeout as delay } from 'node:timers/promises'
import { inDatabase } from '../support/database/database.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { approves } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('Without a network a free order waits, and its tickets come with the next press', async ({ customer, shop }) => {
  const { id: event } = await publishConcert(shop, [
    { name: 'Friends', price: 0, total: 50, kind: 'standing', is_free: true },
  ])
  const { page } = customer
  await customer.choosesPlaces(event, 1, 'Friends')
  await customer.goesToCheckout()
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
  await expect(page.getByText('Standing, 1 person', { exact: true }).first()).toBeVisible()
  const [held] = await inDatabase(shop, (sql) =>
    sql.query<{ orders: number }>('select count(*)::int as orders from private.orders where event_id = $1', [event]),
  )
  expect(held?.orders).toBe(1)
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
