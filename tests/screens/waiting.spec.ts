import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

test('After five minutes without a decision the customer reads that the payment is safe, and goes on waiting', async ({
  customer,
  staff,
  shop,
}) => {
  const { page } = customer
  await page.clock.install()
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  const payment = await customer.pays()
  await page.clock.fastForward('05:10')
  const told = page.getByRole('alert').filter({ hasText: 'Payment verification timeout. Please try again.' })
  await expect(told).toContainText('Your payment is safe and still being checked. Do not pay again.')

  await told.getByRole('button', { name: 'Try Again' }).click()
  await expect(told).toBeHidden()
  await staff.approves(payment)
  await customer.seesTicketsArrive()
})
