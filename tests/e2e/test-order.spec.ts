import type { Page } from '@playwright/test'
import { Customer } from './support/customer.ts'
import { atTheGate, soldTickets } from './support/sold-tickets.ts'
import { isSoundOnBothScreens } from './support/sound.ts'
import { expect, test } from './support/story.ts'
import { Volunteer } from './support/volunteer.ts'

async function figures(page: Page): Promise<string[]> {
  await page.goto('/admin/dashboard')
  const revenue = page.getByText(/^₹[\d,]+$/).first()
  await expect(revenue).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  // Drawn with the figures, which may come after the list of waiting payments.
  await expect(page.getByText('approved payments')).toBeVisible()
  return page.locator('dl').first().locator('dt, dd').allInnerTexts()
}

test('The only admin buys as a test and approves it; the gate says TEST, and the figures are as before', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const { event, one } = await atTheGate(shop)
  // Its list is older than the sale: it knows the test by its code alone.
  const volunteer = await Volunteer.comes(shop, 'Gate T')
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  const before = await figures(page)

  const buyer = new Customer(page.context(), page)
  await page.goto(`/events/${event.id}`)
  const opened = await buyer.opensSeats()
  await opened.picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  await opened.picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }).click()
  await buyer.goesToCheckout()
  const real = await page.getByText(/ · order code MF/).innerText()
  await page.getByRole('checkbox', { name: 'Test purchase: not counted, no money' }).check()
  await expect(page.getByText('Do not pay. Type any 12 digits')).toBeVisible()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByRole('link', { name: /Pay/ })).toHaveCount(0)
  await expect(page.getByText(real)).toHaveCount(0)
  await isSoundOnBothScreens(page, 'The checkout of a test')
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

  const sold = (await soldTickets(shop))[0]!
  expect(sold.seats).toHaveLength(2)
  const verdict = await volunteer.scans(sold.qr, 'NOT VALID', 'TEST')
  await expect(verdict.getByRole('heading', { name: 'TEST' })).toBeVisible()
  await volunteer.next()
  await volunteer.scans(one.qr, 'ENTER')
  await volunteer.leaves()
  expect(await figures(page)).toEqual(before)

  await page.goto(`/admin/payments?status=all&tests=only`)
  await page
    .getByRole('button', { name: /^View payment of / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'End test' }).click()
  await expect(page.getByText('The test has ended: its seats are free.')).toBeVisible()
  expect((await soldTickets(shop)).find(({ id }) => id === sold.id)?.status).toBe('failed')
  expect(await figures(page)).toEqual(before)
})
