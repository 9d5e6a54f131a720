import { endsAbove, saysAtMost } from '../support/looks/words.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { seesItsPayments, seesNoPayments } from '../support/sales/proven-money.ts'
import { expect, test } from '../support/stories/story.ts'

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

test('On a phone the account and the payment are a few words on one screen each', async ({ visitor, shop }) => {
  const { page } = visitor
  await visitor.takesSeats(await publishConcert(shop, [hall]), 2)
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
