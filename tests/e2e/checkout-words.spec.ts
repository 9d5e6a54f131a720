import { endsAbove, saysAtMost } from '../support/looks/words.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { approves, rejects } from '../support/sales/purchases.ts'
import { seesItsPayments, seesNoPayments } from '../support/sales/proven-money.ts'
import { expect, test } from '../support/stories/story.ts'

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

test('On a phone the account and the payment are a few words on one screen each', async ({ visitor, shop }) => {
  const { page } = visitor
  await page.clock.install()
  await visitor.takesSeats(await publishConcert(shop, [hall]), 2)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: /^Proceed to Checkout/ })).toBeVisible()
  await saysAtMost(page, 60, 'cart')
  await visitor.leavesTheCart()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await saysAtMost(page, 55, 'account')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  await visitor.typesWhoTheyAre()
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await saysAtMost(page, 80, 'checkout')
  await endsAbove(page, 900, 'checkout')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  await visitor.opensTheUpiApp()
  await visitor.comesBackFromTheUpiApp()
  await expect(page.getByLabel('UTR, 12 digits')).toBeFocused()

  const payment = await visitor.sendsPayment()
  await expect(page.getByText(/^You may close this page\. Your seats are kept until /)).toBeVisible()
  await saysAtMost(page, 45, 'pending')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await approves(shop, payment.orderCode)
  await page.clock.fastForward('00:11')
  await expect(page.getByRole('heading', { level: 1, name: 'You’re in.' })).toBeVisible()
  await saysAtMost(page, 12, 'success')
  await page.clock.fastForward('00:02')
  await expect(page).toHaveURL(/\/my-tickets\//)
})

test('On a phone a rejection says one thing, and what to do', async ({ customer, shop }) => {
  const { page } = customer
  await customer.takesSeats(await publishConcert(shop, [hall]), 2)
  const payment = await customer.pays()
  const note = 'We found no credit with this reference. Please look at the 12 digits again.'
  await rejects(shop, payment.orderCode, note)
  const dialog = await customer.seesRejection(note)
  await saysAtMost(page, 70, 'rejected')
  await dialog.getByRole('button', { name: 'Try Again' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'I have paid: correct the reference' })).toBeVisible()
})

test.describe('In a shop that sees its payments', () => {
  test.beforeAll(({ demo }) => seesItsPayments(demo, 'always'))
  test.afterAll(({ demo }) => seesNoPayments(demo))

  test('a phone shows one screen to pay, then the wait alone', async ({ customer, shop }) => {
    const { page } = customer
    await customer.takesSeats(await publishConcert(shop, [hall]), 2)
    await customer.goesToCheckout()
    await expect(page.getByText(/^Pay, then come back: /)).toBeVisible()
    await saysAtMost(page, 80, 'checkout, live')
    await endsAbove(page, 900, 'checkout, live')
    await customer.opensTheUpiApp()
    await customer.comesBackFromTheUpiApp()
    await expect(page.getByRole('heading', { level: 1, name: 'Looking for your payment…' })).toBeVisible()
    await saysAtMost(page, 30, 'looking')
  })
})
