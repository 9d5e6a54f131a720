import { hall, publishConcert } from '../support/sales/concerts.ts'
import type { Shop } from '../support/server/shop.ts'
import type { Customer, ToPay } from '../support/people/customer.ts'
import { moneyComes, provenMoneyComes, seesItsPayments, seesNoPayments } from '../support/sales/proven-money.ts'
import { approves } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test.beforeAll(({ demo }) => seesItsPayments(demo, 'always'))
test.afterAll(({ demo }) => seesNoPayments(demo))

// Desktops have no UPI app.
test.use({ hasTouch: true })

const WAITS = 'Pay, then come back: it shows up here, usually within a minute.'
const LOOKING = 'Looking for your payment…'
const RECEIVED = { name: 'Payment received' }

/** Takes a seat, goes to the pay step and presses its link; returns what the UPI app gets. */
async function goesToPay(customer: Customer, shop: Shop): Promise<ToPay> {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const toPay = await customer.whatTheUpiAppGets()
  await customer.opensTheUpiApp()
  return toPay
}

async function hasAnEmptyCart({ page }: Customer): Promise<void> {
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty').first()).toBeVisible()
  await expect(page.getByText('Not finished')).toHaveCount(0)
}

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('The customer pays, and the ticket comes while the page is still open: nothing is typed', async ({
    customer,
    shop,
  }) => {
    const { page } = customer
    const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 2)
    await customer.goesToCheckout()
    const { amount, note, code } = await customer.whatTheUpiAppGets()
    expect(`MF${note}`).toBe(code)
    await expect(page.getByRole('status').filter({ hasText: WAITS })).toBeVisible()
    await page.getByRole('button', { name: 'Other ways' }).click()
    await page.getByRole('button', { name: 'Copy the note' }).click()
    await customer.opensTheUpiApp()
    await customer.comesBackFromTheUpiApp()
    await expect(page.getByRole('heading', { level: 1, name: LOOKING })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Usually within a minute.' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Pay in UPI app' })).toHaveCount(0)
    // The specification's way is one press away, whatever the shop sees.
    await page.getByRole('button', { name: 'It does not appear?' }).click()
    await expect(page.getByLabel('UTR, 12 digits')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the details' })).toBeEnabled()
    await provenMoneyComes(shop, { amount, note: `UPI/CR/${note}` })
    await expect(page.getByRole('status').filter({ hasText: RECEIVED.name })).toBeVisible()
    await customer.seesTicketsArrive()
    await hasAnEmptyCart(customer)
    await page.goto('/my-tickets')
    await customer.ticket(choice).getByRole('link', { name: /Show/ }).first().click()
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
  })
})

test('Nothing has come a minute after Pay was pressed: reference and screenshot come to the fore', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await goesToPay(customer, shop)
  await expect(page.getByText(WAITS)).toBeVisible()
  await expect(page.getByText('If you have paid, enter the reference and add a screenshot')).toHaveCount(0)
  await page.clock.fastForward('01:00')
  await expect(page.getByText('Nothing has arrived yet. We keep looking.')).toBeVisible({ timeout: 75_000 })
  await expect(page.getByRole('heading', { level: 1, name: LOOKING })).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toBeVisible()
  await expect(page.getByText('If you have paid, enter the reference and add a screenshot')).toBeVisible()
})

test('The money comes while the shop is closed', async ({ customer, shop }) => {
  const { page } = customer
  const { amount, note, code } = await goesToPay(customer, shop)
  await page.goto('about:blank')
  await provenMoneyComes(shop, { amount, note })

  await page.goto('/orders')
  const order = page.getByRole('listitem').filter({ hasText: `Order ${code}` })
  await expect(order.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Not finished')).toHaveCount(0)
  await order.getByText('Price, reference and screenshot').click()
  await expect(order.getByText('Received', { exact: true })).toBeVisible()
  await expect(order.getByText('Not needed', { exact: true })).toBeVisible()
  await hasAnEmptyCart(customer)
  await page.goto('/checkout')
  await expect(page).toHaveURL(/\/cart$/)
})

test('A part of the money: the page says what is missing, and the rest makes the payment', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { amount, note } = await goesToPay(customer, shop)
  await moneyComes(shop, { amount: '100.00', note })
  await expect(page.getByText(/^₹100\.00 has arrived, ₹[\d,.]+ is missing\./)).toBeVisible({ timeout: 20_000 })
  await provenMoneyComes(shop, { amount: (Number(amount) - 100).toFixed(2), note })
  await customer.seesTicketsArrive()
})

test('Reference and screenshot were submitted without a network, and the money was seen first: one payment', async ({
  customer,
  shop,
}) => {
  const { page, context } = customer
  const { amount, note, code } = await goesToPay(customer, shop)
  await context.setOffline(true)
  const { reference } = await customer.fillsInPayment()
  await page.getByRole('button', { name: 'Send the details' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment details are saved on this device.' })).toBeVisible()
  await provenMoneyComes(shop, { amount, note, utr: reference })
  await context.setOffline(false)
  await customer.seesTicketsArrive()
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: `Order ${code}` })).toHaveCount(1)
  await expect(page.getByText('Not accepted')).toHaveCount(0)
})

test.describe('Where only people approve', () => {
  test.beforeAll(({ demo }) => seesItsPayments(demo, 'off'))
  test.afterAll(({ demo }) => seesItsPayments(demo, 'always'))

  test('Money that a person has to look at: it is received, and staff check it', async ({ customer, shop }) => {
    const { page } = customer
    const { amount, note, code } = await goesToPay(customer, shop)
    await moneyComes(shop, { amount, note })
    await expect(page.getByRole('heading', RECEIVED)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Your money has reached us; you need not send anything.')).toBeVisible()
    await expect(page.getByText('Checking', { exact: true })).toBeVisible()
    await approves(shop, code)
    await customer.seesTicketsArrive()
  })
})
