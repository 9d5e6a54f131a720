import { hall, publishConcert } from '../support/sales/concerts.ts'
import { moneyComes, provenMoneyComes, seesItsPayments, seesNoPayments } from '../support/sales/proven-money.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'

test.beforeAll(({ demo }) => seesItsPayments(demo, 'always'))
test.afterAll(({ demo }) => seesNoPayments(demo))

// Desktops have no UPI app.
test.use({ hasTouch: true })

test('Two tabs are on the pay step, and both lead to the payment', async ({ customer, shop }) => {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const { amount, note } = await customer.whatTheUpiAppGets()
  const second = await customer.context.newPage()
  await second.goto('/checkout')
  await expect(second.getByText(/^Pay, then come back: /)).toBeVisible()
  await isSoundOnBothScreens(second, 'The pay step of a shop that sees its payments')
  await provenMoneyComes(shop, { amount, note })
  for (const page of [customer.page, second]) {
    await expect(page).toHaveURL(/\/my-tickets\//, { timeout: 45_000 })
  }
})

test.describe('Where only people approve', () => {
  test.beforeAll(({ demo }) => seesItsPayments(demo, 'off'))
  test.afterAll(({ demo }) => seesItsPayments(demo, 'always'))

  test('A payment that was received is sound on both screens', async ({ customer, shop }) => {
    const { page } = customer
    await customer.takesSeats(await publishConcert(shop, [hall]), 1)
    await customer.goesToCheckout()
    const { amount, note } = await customer.whatTheUpiAppGets()
    await customer.opensTheUpiApp()
    await moneyComes(shop, { amount, note })
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await isSoundOnBothScreens(page, 'A payment that was received')
  })
})
