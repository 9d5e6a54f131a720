import type { Shop } from '../support/server/shop.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

/** A shop whose bank is the demo's: its mails are signed, read and believed as a real bank's are. */
const test = story.extend<object, { demo: Shop }>({
  demo: ownShop({ template: 'demo', env: { DEMO_BANK: '1' } }),
})

test('The bank’s signed mail brings the ticket before anything is typed; what was paid twice is owed back, to the address it came from', async ({
  customer,
  staff,
  shop,
}) => {
  const { page } = customer
  const { id: event } = await publishConcert(shop, [floor])
  await customer.choosesPlaces(event, 2)
  await customer.goesToCheckout()
  const { code } = await customer.whatToPay()
  await page.getByRole('button', { name: 'Pay at the demo bank' }).click()
  await customer.seesTicketsArrive()
  await page.goto('/my-tickets')
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()

  expect((await fetch(`${shop.url}/proofs/demo`, { method: 'POST', body: code })).status).toBe(200)
  await page.reload()
  await customer.requestsRefund(page.getByRole('main'), 'friend@okaxis')
  await expect(page.getByRole('dialog')).toBeHidden()

  await staff.page.goto(`/admin/bookings/refunds?q=${code}`)
  await staff.page.getByRole('button', { name: /^Refund / }).click()
  const dialog = staff.page.getByRole('dialog')
  await expect(dialog).toContainText('The money came from customer@demobank, not from friend@okaxis.')
  await expect(dialog).toContainText('Paid too much')
})
