import { asSaid } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { rejects } from '../support/sales/purchases.ts'
import { rowsOf } from '../support/people/phone.ts'
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

  test('the app comes first, and other ways and the form are one press away; the QR can be saved for the app', async ({
    customer,
    shop,
  }) => {
    const { page } = customer
    await customer.takesSeats(await publishConcert(shop, [hall]), 1)
    await customer.goesToCheckout()
    await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toBeVisible()
    await expect(page.getByLabel('UTR, 12 digits')).toHaveCount(0)
    await page.getByRole('button', { name: 'Other ways' }).click()
    await expect(page.getByRole('button', { name: 'Copy the UPI id' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save QR' }).click()
    expect((await download).suggestedFilename()).toMatch(/^upi-MF\w{8}\.png$/)
    await expect(page.getByText('QR saved.')).toBeVisible()
    await customer.sendsPayment()
  })

  test('who comes back from the app finds the form first, and can pay all the same', async ({ customer, shop }) => {
    const { page } = customer
    await customer.takesSeats(await publishConcert(shop, [hall]), 1)
    await customer.goesToCheckout()
    await customer.opensTheUpiApp()
    await customer.comesBackFromTheUpiApp()
    await expect(page.getByRole('heading', { level: 1, name: 'I have paid: enter the reference' })).toBeVisible()
    await expect(page.getByLabel('UTR, 12 digits')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toHaveCount(0)
    await page.getByRole('button', { name: 'I have not paid: pay now' }).click()
    await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toBeVisible()
    await customer.typesReference('412345678901')
    const typed = async () => (await rowsOf<{ form: { reference: string } }>(page, 'orders'))[0]?.form.reference
    await expect.poll(typed).toMatch(/^4123 ?4567 ?8901$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'I have paid: correct the reference' })).toBeVisible()
    await expect(page.getByRole('note').filter({ hasText: 'Do not pay again.' })).toBeVisible()
  })
})

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

test('After five minutes without a decision the customer reads that the payment is safe; after a rejection the seats are in the cart', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await page.clock.install()
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  const payment = await customer.pays()
  await page.clock.fastForward('05:10')
  const told = page.getByRole('alert').filter({ hasText: 'Payment verification timeout. Please try again.' })
  await expect(told).toContainText('Your payment is safe and still being checked. Do not pay again.')
  await told.getByRole('button', { name: 'Try Again' }).click()
  await expect(told).toBeHidden()

  await rejects(shop, payment.orderCode, NOTE)
  const dialog = await customer.seesRejection(NOTE)
  const [, until = ''] = /seats until (\S+ [ap]m)/.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('button', { name: 'Return to Cart' }).click()
  const cart = page.getByRole('region', { name: 'Tickets in your cart' })
  await expect(cart).toContainText(asSaid(choice.seats))
  await expect(cart).toContainText(`Held until ${until}`)
  await expect(cart).not.toContainText('Not held yet')
  await customer.pays()
})
