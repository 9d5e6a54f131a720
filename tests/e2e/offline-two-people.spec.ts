import { inDatabase } from '../support/database.ts'
import { Customer } from './support/customer.ts'
import { ARRIVAL_MS, everythingIsSent, paymentsOf, submissionsOf } from './support/outbox.ts'
import { readyForOffline, rowsOf } from './support/phone.ts'
import { expect, test } from './support/pocket.ts'

/** Everything personal that the device keeps. */
const PERSONAL = ['people', 'tickets', 'payments', 'orders', 'submissions', 'seats'] as const

test('Two people use one phone: the second finds no trace of the first, whose unsent payment arrives when they return', async ({
  phone,
  owner,
  staff,
  shop,
}) => {
  test.setTimeout(300_000)
  const first = owner
  const { page } = first
  const bought = await first.choosesSeats('Saltpan Radio', 1)
  await staff.approves(await first.pays())
  await first.seesTicketsArrive()
  await page.goto('/')
  await readyForOffline(page)

  await first.choosesSeats('Arka Sen', 1)
  await first.goesToCheckout()
  await shop.stop()
  const unsent = await first.submits(await first.fillsInPayment())
  await page.goto('/')
  await page.getByRole('button', { name: `Account of ${first.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await shop.restart()

  const second = new Customer(phone.context, page)
  await second.registers()
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' })).toHaveCount(0)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  for (const path of ['/', '/my-tickets', '/cart', '/contact', unsent.path]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const seen = await page.locator('body').innerText()
    for (const trace of [first.name, first.email, unsent.orderCode, unsent.reference, bought.seats.join(', ')]) {
      expect(seen, `${path} shows ${trace}`).not.toContain(trace)
    }
  }
  // What the browser keeps of the first is the payment on its way, and nothing else.
  const me = await page.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(me).not.toContain(first.email)
  for (const noun of PERSONAL) {
    const text = JSON.stringify(await rowsOf(page, noun))
    if (noun !== 'submissions') expect(text, noun).not.toContain(unsent.orderCode)
    expect(text, noun).not.toContain(first.email)
  }
  expect((await submissionsOf(page)).map((row) => row.state)).toEqual(['needs-sign-in'])
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, first.email))).toHaveLength(1)

  await page.goto('/')
  await page.getByRole('button', { name: `Account of ${second.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await first.signsIn()
  await everythingIsSent(page)
  await page.goto('/my-tickets')
  await expect(first.ticket(bought)).toBeVisible({ timeout: ARRIVAL_MS })
  const stored = await inDatabase(shop, (sql) => paymentsOf(sql, first.email))
  expect(stored.map((row) => [row.code, row.pictures])).toContainEqual([unsent.orderCode, 1])
  expect(stored).toHaveLength(2)
})
