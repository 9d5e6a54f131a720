import type { BrowserContext } from '@playwright/test'
import { Customer } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

/** Makes the server answer as if it had lost the payment. Resolves with a function that ends this. */
async function forgetsPayments(context: BrowserContext): Promise<() => Promise<void>> {
  const list = /\/rest\/v1\/payments\?/
  const asked = [/\/rpc\/check_payment_status$/, /\/payments\?.*order_id=eq\./]
  await context.route(list, (route) => route.abort())
  for (const url of asked) await context.route(url, (route) => route.fulfill({ json: [] }))
  return async () => {
    for (const url of [list, ...asked]) await context.unroute(url)
  }
}

test('The server knows no such payment: the page that says it will be sent sends it, and says when it has arrived', async ({
  shop,
  customer,
}) => {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.pays()
  const { page } = customer
  const remembers = await forgetsPayments(page.context())
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  await page.context().route(/\/rpc\/submit_payment$/, async (route) => {
    await held
    await route.continue()
  })
  const sentAgain = page.context().waitForEvent('request', (request) => request.url().endsWith('/rpc/submit_payment'))
  await page.reload()
  const told = page.getByRole('alert').filter({ hasText: 'Failed to verify payment creation' })
  await expect(told).toContainText('It is saved on this device and will be sent.')
  await expect(page.getByRole('status').filter({ hasText: /^Failed to verify payment creation$/ })).toBeVisible()
  await sentAgain
  await remembers()
  release()
  await customer.seesItBeingChecked()
  await expect(told).toBeHidden()
})

test('A lost payment of another device is sent from this one, with its screenshot chosen again', async ({
  shop,
  customer,
  browser,
}) => {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  const payment = await customer.pays()
  const context = await browser.newContext()
  const page = await context.newPage()
  const second = new Customer(context, page, customer)
  await second.signsIn()
  await page.goto(payment.path)
  await second.seesItBeingChecked()
  const remembers = await forgetsPayments(context)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The shop no longer has this payment.' })).toBeVisible()
  const mail = page.getByRole('main').getByRole('link', { name: /@/ })
  await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:.+@.+\\?subject=${payment.orderCode}$`))
  const contact = `/contact?topic=payment&order=${payment.orderCode}`
  await expect(page.locator(`a[href="${contact}"]`)).toBeVisible()

  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Do not pay again.')).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(payment.reference)
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeHidden()
  const again = await second.fillsInPayment(payment.reference)
  expect([again.orderCode, again.amount]).toEqual([payment.orderCode, payment.amount])
  await remembers()
  await second.submits(again)
  await second.seesItBeingChecked()
  await page.goto(contact)
  await expect(page.getByLabel('Order code')).toHaveValue(payment.orderCode)
  await expect(page.getByLabel('Topic')).toHaveValue('payment')
  await context.close()
})
