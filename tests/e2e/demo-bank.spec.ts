import { startShop, type Shop } from '../support/shop.ts'
import { expect, test as story } from './support/story.ts'

/** A shop whose bank is the demo's: its mails are signed, read and believed as a real bank's are. */
const test = story.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const shop = await startShop({ template: 'demo', env: { DEMO_BANK: '1' } })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
})
test.setTimeout(120_000)

test('The bank’s signed mail brings the ticket before anything is typed', async ({ customer }) => {
  const { page } = customer
  const choice = await customer.choosesSeats('Arka Sen', 2)
  await customer.goesToCheckout()
  await page.getByRole('button', { name: 'Pay at the demo bank' }).click()
  await customer.seesTicketsArrive()
  await page.goto('/my-tickets')
  await expect(customer.ticket(choice)).toBeVisible()
})
