import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

test('A computer shows the QR and what to copy, and no button for an app that it does not have', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Scan the QR' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the UPI id' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toHaveCount(0)
  await expect(page.getByText('On this phone')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save QR' })).toHaveCount(0)
})

test.describe('On a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('the app comes first, and the QR can be saved for it', async ({ customer, shop }) => {
    const { page } = customer
    await customer.takesSeats(await publishConcert(shop, [hall]), 1)
    await customer.goesToCheckout()
    await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save QR' }).click()
    expect((await download).suggestedFilename()).toMatch(/^upi-MF\w{8}\.png$/)
    await expect(page.getByText('QR saved.')).toBeVisible()
  })
})
