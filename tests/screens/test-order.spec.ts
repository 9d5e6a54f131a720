import type { Page } from '@playwright/test'
import { decodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { Customer } from '../support/people/customer.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

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
  const ticket = page.getByRole('listitem').filter({ hasText: payment.orderCode })
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
