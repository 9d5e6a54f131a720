import type { Shop } from '../support/server/shop.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

/** A shop whose bank is the demo's: its mails are signed, read and believed as a real bank's are. */
const test = story.extend<object, { shop: Shop }>({
  shop: ownShop({ template: 'demo', env: { DEMO_BANK: '1' } }),
})

test('The bank’s signed mail brings the ticket before anything is typed', async ({ customer, shop }) => {
  const { page } = customer
  const { id: event } = await publishConcert(shop, [floor])
  await customer.choosesPlaces(event, 2)
  await customer.goesToCheckout()
  await page.getByRole('button', { name: 'Pay at the demo bank' }).click()
  await customer.seesTicketsArrive()
  await page.goto('/my-tickets')
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
})

test('What was paid twice is owed back, and staff are told when it would go to another address', async ({
  customer,
  staff,
  shop,
}) => {
  const { page } = customer
  const { id: event } = await publishConcert(shop, [floor])
  await customer.choosesPlaces(event, 1)
  await customer.goesToCheckout()
  const said = await page.getByText(/ · order code MF/).innerText()
  const orderCode = /MF[0-9A-Z]{8}$/.exec(said)![0]
  await page.getByRole('button', { name: 'Pay at the demo bank' }).click()
  await customer.seesTicketsArrive()
  expect((await fetch(`${shop.url}/proofs/demo`, { method: 'POST', body: orderCode })).status).toBe(200)

  await page.goto('/my-tickets')
  await page.getByRole('button', { name: /^Request refund/ }).click()
  const ask = page.getByRole('dialog', { name: 'Request a refund?' })
  await ask.getByLabel('UPI id for refunds').fill('friend@okaxis')
  await ask.getByRole('button', { name: 'Request refund' }).click()
  await expect(ask).toBeHidden()

  await staff.page.goto(`/admin/bookings/refunds?q=${orderCode}`)
  await staff.page.getByRole('button', { name: /^Refund / }).click()
  const dialog = staff.page.getByRole('dialog')
  await expect(dialog).toContainText('The money came from customer@demobank, not from friend@okaxis.')
  await expect(dialog).toContainText('Paid too much')
})
