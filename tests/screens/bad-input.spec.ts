import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { largePicture, pdf, scriptNamedPng } from '../support/sales/files.ts'
import { cancelsConcert, floor, publishConcert, type MadeConcert } from '../support/sales/concerts.ts'
import { newReference, type Customer } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

/** A concert of its own, a place of which is in the customer's cart. */
async function choosesAPlace(shop: Shop, customer: Customer, name = 'Floor'): Promise<MadeConcert> {
  const concert = await publishConcert(shop, [{ ...floor, name }])
  await customer.choosesPlaces(concert.id, 1, name)
  return concert
}

test('A screenshot of 6 MB, a PDF and a script named .png are refused, and what was entered before stays', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await choosesAPlace(shop, customer)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  for (const [file, message] of [
    [pdf, 'Please upload an image file'],
    [largePicture(6), 'File size must be less than 5MB'],
    [scriptNamedPng, 'Please upload an image file'],
  ] as const) {
    await customer.choosesFile(file)
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
    await expect(page.getByRole('paragraph').filter({ hasText: message })).toBeVisible()
    await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(draft.reference)
    await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  }
  await customer.submits(draft)
  await customer.seesItBeingChecked()
})

test('A reference that is missing or has 11 digits is explained, and the picture stays', async ({ customer, shop }) => {
  await choosesAPlace(shop, customer)
  await customer.goesToCheckout()
  const { page } = customer
  await customer.fillsInPayment('')
  const submit = page.getByRole('button', { name: 'Send the details' })
  await submit.click()
  await expect(page.getByText('Please provide both transaction ID and screenshot')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the UPI reference number of your payment.' })).toBeVisible()

  await customer.typesReference('63241187095')
  await expect(page.getByText('A UPI reference has 12 digits. You entered 11.').first()).toBeVisible()
  await submit.click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()

  await page.getByRole('button', { name: 'Send it anyway' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Correct it' }).click()
  await customer.typesReference(newReference())
  await submit.click()
  await customer.seesItBeingChecked()
})

test.describe('A concert', () => {
  test('that is cancelled just before checkout is named there, is no longer charged in the cart, and the rest can be bought', async ({
    customer,
    shop,
  }) => {
    const off = await choosesAPlace(shop, customer)
    const on = await choosesAPlace(shop, customer, 'Lawn')
    const { page } = customer
    // The device does not learn of the cancellation before checkout does.
    const synced = page.waitForResponse(/\/rpc\/read_catalogue/)
    await page.goto('/cart')
    await synced
    await expect(page.getByRole('listitem').filter({ hasText: off.singer })).toContainText('Not held yet')
    await cancelsConcert(shop, off.id)
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(page.getByRole('heading', { name: 'This event is no longer on sale.' })).toBeVisible()

    await page.getByRole('link', { name: 'Return to Cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: off.singer })
    await expect(line).toContainText('This event is no longer on sale.')
    await expect(line).toContainText('The organiser cancelled this concert.')
    await expect(line).toContainText('Reason: The hall is flooded.')
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(page.getByText(/^Seats held until/)).toBeVisible()
    await expect(customer.order()).toContainText(on.singer)
    await expect(customer.order()).not.toContainText(off.singer)
    await customer.sendsPayment()
  })

  test('that is cancelled after the customer paid: the payment is recorded, and the customer and staff see why', async ({
    customer,
    staff,
    shop,
  }) => {
    const choice = await choosesAPlace(shop, customer)
    await customer.goesToCheckout()
    const draft = await customer.fillsInPayment()
    await cancelsConcert(shop, choice.id)
    const payment = await customer.submits(draft)
    await customer.seesItBeingChecked()
    await customer.page.goto(payment.path)
    const main = customer.page.getByRole('main')
    await expect(main).toContainText('The organiser has cancelled a concert of this order.')
    await expect(main).toContainText('Reason: The hall is flooded.')
    await customer.page.goto('/my-tickets')
    await expect(customer.page.getByRole('region', { name: 'Payments' })).toContainText('Reason: The hall is flooded.')
    await expect((await staff.opensPayment(payment)).getByText('Event cancelled')).toBeVisible()
  })

  test('that was deleted is no longer charged in the cart', async ({ customer, shop }) => {
    const gone = await choosesAPlace(shop, customer)
    const { client } = await demoPerson(shop, 'admin')
    await client.from('events').delete().eq('id', gone.id).throwOnError()
    await customer.page.goto('/cart')
    const line = customer.page.getByRole('listitem').filter({ hasText: gone.singer })
    await expect(line).toContainText('This event is no longer on sale.')
    await expect(line).toContainText('These tickets are no longer offered.')
    await expect(customer.page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  })
})

test('A customer who opens the staff’s payments reads that they are for staff', async ({ customer }) => {
  await customer.page.goto('/admin/payments')
  await expect(customer.page.getByText('This area is for staff.')).toBeVisible()
  await expect(customer.page.getByRole('table')).toHaveCount(0)
  await customer.page.getByRole('link', { name: 'Go to the shop' }).click()
  await expect(customer.page).toHaveURL('/')
})
