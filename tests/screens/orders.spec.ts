import type { Locator, Page } from '@playwright/test'
import { decodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { asSaid, Customer } from '../support/people/customer.ts'
import { hall, publishConcert, floor } from '../support/sales/concerts.ts'
import { ARRIVAL_MS } from '../support/sales/outbox.ts'
import { approves, buys, isRejected, rejects } from '../support/sales/purchases.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

const orderIn = (page: Page, group: 'In progress' | 'Done', code: string): Locator =>
  page
    .getByRole('region', { name: group })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${code}` }) })

async function opensOrders(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
}

test('An order is begun, finished, rejected, tried again and approved, and the list of orders says so all the way', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const { code: begun } = await customer.whatToPay()
  await customer.typesReference('4123')
  await opensOrders(page)
  await expect(page).toHaveTitle('Orders · Mehfil')
  const unfinished = orderIn(page, 'In progress', begun)
  await expect(unfinished).toContainText('Not finished')
  await expect(unfinished).toContainText(asSaid(choice.seats))
  await unfinished.getByText('Price, reference and screenshot').click()
  await expect(unfinished).toContainText('4123')
  await expect(unfinished).toContainText('Not chosen yet')

  await unfinished.getByRole('link', { name: `Finish order ${begun}` }).click()
  const wrong = await customer.sendsPayment()
  await page.goto('/orders')
  const sent = orderIn(page, 'In progress', wrong.orderCode)
  await expect(sent).toContainText('Pending')
  await expect(sent).toContainText(wrong.amount)
  await sent.getByText('Price, reference and screenshot').click()
  await expect(sent.getByRole('row', { name: /^GST 18%/ })).toBeVisible()
  await expect(sent.getByRole('row', { name: /^Total/ })).toContainText(wrong.amount)
  await expect(sent).toContainText(wrong.reference.replace(/(\d{4})(?=\d)/g, '$1 '))
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible()

  await rejects(shop, wrong.orderCode, NOTE)
  await page.reload()
  const rejected = orderIn(page, 'In progress', wrong.orderCode)
  await expect(rejected).toContainText('Rejected')
  await expect(rejected).toContainText(NOTE)
  await rejected.getByRole('button', { name: /^Try Again/ }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).toContainText(asSaid(choice.seats))
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeHidden()
  const right = await customer.sendsPayment()
  await page.goto('/my-tickets')
  await page.getByRole('link', { name: 'All orders' }).click()
  await orderIn(page, 'In progress', right.orderCode).getByText('Price, reference and screenshot').click()
  await approves(shop, right.orderCode)
  // The device syncs at once when the network comes.
  for (const offline of [true, false]) await page.context().setOffline(offline)
  await expect(orderIn(page, 'Done', wrong.orderCode)).toContainText('Rejected')
  const approved = orderIn(page, 'Done', right.orderCode)
  await expect(approved).toContainText('Approved', { timeout: ARRIVAL_MS })
  // What was opened stays open in the other list.
  await expect(approved.getByRole('row', { name: /^Total/ })).toBeVisible()
  await approved.getByRole('link', { name: `Receipt of order ${right.orderCode}` }).click()
  const receipt = page.getByRole('article')
  await expect(receipt.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
  for (const text of [right.orderCode, customer.name, asSaid(choice.seats), 'CGST 9%', right.amount])
    await expect(receipt).toContainText(text)
  await page.getByRole('link', { name: 'All orders' }).click()
  await approved.getByRole('link', { name: new RegExp(`^Show ticket: ${choice.singer}`) }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
})

test('Orders are given up and dismissed in their list', async ({ customer, shop }) => {
  const { page } = customer
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse concerts' })).toBeVisible()
  const concert = await publishConcert(shop, [hall])
  const rejected = await isRejected(shop, customer, concert.categories.Hall!, ['D1'], NOTE)
  await customer.takesSeats(concert, 1)
  await customer.goesToCheckout()
  const { code: begun } = await customer.whatToPay()
  await customer.typesReference('4123')

  await opensOrders(page)
  await orderIn(page, 'In progress', rejected.orderCode)
    .getByRole('button', { name: `Dismiss the payment of order ${rejected.orderCode}` })
    .click()
  await expect(orderIn(page, 'Done', rejected.orderCode)).toContainText('Rejected')
  await page.getByRole('button', { name: `Discard order ${begun}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: `Order ${begun}` })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'In progress' })).toHaveCount(0)
})

test('With no network all orders are listed, also an unsent one', async ({ customer, shop }) => {
  const { page, context } = customer
  const concert = await publishConcert(shop, [hall])
  const seats = ['D1', 'D2']
  const paid = await buys(shop, customer, concert.categories.Hall!, seats)
  await customer.takesSeats(concert, 1)
  await customer.goesToCheckout()
  const filled = await customer.fillsInPayment()
  await page.goto('/orders')
  await expect(orderIn(page, 'Done', paid.orderCode)).toBeVisible()
  await context.setOffline(true)

  await page.reload()
  const approved = orderIn(page, 'Done', paid.orderCode)
  await expect(approved).toContainText(seats.join(', '))
  await approved.getByText('Price, reference and screenshot').click()
  await expect(approved.getByRole('row', { name: /^Total/ })).toContainText(paid.amount)
  const unsent = orderIn(page, 'In progress', filled.orderCode)
  await unsent.getByRole('link', { name: /^Finish order / }).click()
  await page.getByRole('button', { name: 'Send the details' }).click()
  await expect(page.getByRole('heading', { name: /^Your payment details are saved/ })).toBeVisible()
  await page.goto('/orders')
  await expect(unsent).toContainText('Not sent yet')
  await unsent.getByText('Price, reference and screenshot').click()
  await expect(unsent).toContainText('On this device')
  await context.setOffline(false)
  await expect(unsent).toContainText('Pending', { timeout: ARRIVAL_MS })
})

async function figures(page: Page): Promise<string[]> {
  await page.goto('/admin/dashboard')
  const revenue = page.getByText(/^₹[\d,]+$/).first()
  await expect(revenue).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  // Drawn with the figures, which may come after the list of waiting payments.
  await expect(page.getByText('approved payments')).toBeVisible()
  return page.locator('dl').first().locator('dt, dd').allInnerTexts()
}

test('The only admin buys as a test and approves it; its code says so to the gate, and the figures are as before', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const { id: event } = await publishConcert(shop, [floor])
  const before = await figures(page)

  const buyer = new Customer(page.context(), page)
  await buyer.choosesPlaces(event, 2)
  await buyer.goesToCheckout()
  const real = await page.getByText(/ · order code MF/).innerText()
  await page.getByRole('checkbox', { name: 'Test purchase: not counted, no money' }).check()
  await expect(page.getByText('Do not pay. Type any 12 digits')).toBeVisible()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByRole('link', { name: /Pay/ })).toHaveCount(0)
  await expect(page.getByText(real)).toHaveCount(0)
  const payment = await buyer.submits(await buyer.fillsInPayment('123456789012'))
  await buyer.seesItBeingChecked()
  await expect(page.getByText('This is a test purchase')).toBeVisible()

  await page.goto('/admin/payments?tests=only')
  await expect(page.getByRole('row').filter({ hasText: payment.orderCode })).toContainText('TEST')
  await staff.approves(payment)
  await page.goto('/my-tickets')
  const ticket = page.getByRole('region', { name: 'Next ticket' })
  await expect(ticket).toContainText('TEST')
  await ticket.getByRole('link', { name: /Show/ }).first().click()
  await expect(page.getByText('From a test purchase. It does not open the gate.')).toBeVisible()
  await page.goto('/orders')
  await page.getByRole('link', { name: `Receipt of order ${payment.orderCode}` }).click()
  await expect(page.getByText('This is a test purchase')).toBeVisible()

  // What a gate makes of it: admission.test.ts.
  const [sold] = await ticketsOf(shop, event)
  expect(sold!.seats).toHaveLength(2)
  expect(sold!.qrs.map((qr) => decodePassCode(qr)?.test)).toEqual([true, true])
  expect(await figures(page)).toEqual(before)

  await page.goto(`/admin/payments?status=all&tests=only`)
  const row = page.getByRole('row').filter({ hasText: payment.orderCode })
  await row.getByRole('button', { name: /^View payment of / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End test' }).click()
  await expect(page.getByText('The test has ended: its seats are free.')).toBeVisible()
  expect((await ticketsOf(shop, event)).map(({ status }) => status)).toEqual(['failed'])
  expect(await figures(page)).toEqual(before)
})
