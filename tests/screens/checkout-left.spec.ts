import type { Sql } from '../../server/database/database.ts'
import { inDatabase } from '../support/database/database.ts'
import { cancelsConcert, hall, publishConcert, type MadeConcert } from '../support/sales/concerts.ts'
import { asSaid, newReference, rupees, type Customer } from '../support/people/customer.ts'
import { receipt } from '../support/sales/files.ts'
import { rowsOf } from '../support/people/phone.ts'
import { isRejected } from '../support/sales/purchases.ts'
import { expireHolds, soldOf } from '../support/sales/sales.ts'
import { expect, test } from '../support/stories/story.ts'

// Desktops have no UPI app.
test.use({ hasTouch: true })

/** Takes the best seats of a concert to checkout; returns its price and its code. */
async function begins(customer: Customer, concert: MadeConcert, seats: number) {
  const choice = await customer.takesSeats(concert, seats)
  await customer.goesToCheckout()
  return { ...choice, ...(await customer.whatToPay()) }
}

/** Goes to the UPI app, which the device remembers of the order. */
async function startsToPay(customer: Customer): Promise<void> {
  await customer.opensTheUpiApp()
  const orders = () => rowsOf(customer.page, 'orders')
  await expect.poll(async () => (await orders()).some((row) => row.payingAt !== undefined)).toBe(true)
}

/** As a page that the phone discarded: a new tab has no session storage. */
async function comesBackInANewTab({ page }: Customer): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
}

/** Submits the form of an order that asks for no more money. */
async function reportsThePayment(customer: Customer, amount: string, reference = newReference()): Promise<string> {
  await customer.typesReference(reference)
  await customer.choosesFile(receipt({ amount, reference, from: customer.name }))
  await expect(customer.page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  await customer.page.getByRole('button', { name: 'Send the details' }).click()
  await customer.seesItBeingChecked()
  return reference
}

const eventOf = `(select c.event_id from public.seat_claims c join private.orders o on o.id = c.order_id
  where o.order_code = $1 limit 1)`

async function raisePrices(sql: Sql, code: string, by: number): Promise<void> {
  await sql.query(`update public.ticket_categories set price = price + $2 where event_id = ${eventOf}`, [code, by])
}

test('The price rises and the hold ends while the customer is in the UPI app: what was shown is what is expected', async ({
  customer,
  shop,
}) => {
  await customer.page.clock.install()
  const { amount, code } = await begins(customer, await publishConcert(shop, [hall]), 2)
  await startsToPay(customer)
  await inDatabase(shop, async (sql) => {
    await raisePrices(sql, code, 700)
    await expireHolds(sql)
  })
  await customer.page.clock.fastForward('10:30')
  await comesBackInANewTab(customer)

  await customer.page.goto('/checkout')
  await expect(customer.page.getByText('The hold on your seats has ended.').first()).toBeVisible()
  await expect(customer.page.getByRole('button', { name: 'Nothing paid yet: hold the seats again' })).toBeVisible()
  expect(await customer.whatToPay()).toEqual({ amount, code })
  await reportsThePayment(customer, amount)
  await expect(customer.page.getByText(/Your seats are kept until .*\d (am|pm)\./)).toBeVisible()

  const sold = await inDatabase(shop, (sql) => soldOf(sql, code))
  expect(sold.payments.map((row) => row.amount)).toEqual([rupees(amount)])
  expect(sold.lines.reduce((sum, line) => sum + line.total_amount, 0)).toBe(rupees(amount))
  expect(sold.claims.map((claim) => claim.state)).toEqual(['under_review', 'under_review'])
})

test('A hold that is taken again after the price rose names both prices, and asks for the new one', async ({
  customer,
  shop,
}) => {
  await customer.page.clock.install()
  const before = await begins(customer, await publishConcert(shop, [hall]), 1)
  await inDatabase(shop, async (sql) => {
    await raisePrices(sql, before.code, 1000)
    await expireHolds(sql)
  })
  await customer.page.clock.fastForward('10:30')
  await customer.page.getByRole('button', { name: 'Hold the seats again' }).click()

  const note = customer.page.getByText(/^The price has changed: /)
  await expect(note).toContainText(`instead of ${before.amount}.`)
  const now = await customer.whatToPay()
  // 1,000 more and 18% of it.
  expect(rupees(now.amount)).toBeCloseTo(rupees(before.amount) + 1180, 2)
  await expect(note).toContainText(`The price has changed: ${now.amount} instead`)
  await customer.page.reload()
  await expect(note).toBeVisible()

  await reportsThePayment(customer, now.amount)
  const sold = await inDatabase(shop, (sql) => soldOf(sql, now.code))
  expect(sold.lines.map((line) => line.total_amount)).toEqual([rupees(now.amount)])
})

test('The concert begins while the customer is in the UPI app: the cart leads to the form, and the money is reported', async ({
  customer,
  shop,
}) => {
  const { amount, code } = await begins(customer, await publishConcert(shop, [hall]), 1)
  await startsToPay(customer)
  await inDatabase(shop, (sql) => sql.query(`update public.events set date = now() where id = ${eventOf}`, [code]))
  await comesBackInANewTab(customer)

  const { page } = customer
  await page.goto('/cart')
  await expect(page.getByText('This concert has started.')).toBeVisible()
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'This event is no longer on sale.' })).toBeVisible()
  await page.goto('/my-tickets')
  await expect(page.getByRole('region', { name: 'Unfinished orders' })).toContainText(code)
  await page.goto('/cart')
  await page.getByRole('link', { name: `Finish order ${code}` }).click()
  await expect(page.getByRole('alert')).toContainText('Do not pay for it.')
  await reportsThePayment(customer, amount)

  const sold = await inDatabase(shop, (sql) => soldOf(sql, code))
  expect(sold.payments.map((row) => [row.status, row.amount])).toEqual([['pending', rupees(amount)]])
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unfinished orders' })).toHaveCount(0)
})

test('The concert is cancelled after its QR was scanned with another phone: the price that was shown can be reported', async ({
  customer,
  shop,
}) => {
  const concert = await publishConcert(shop, [hall])
  const { amount, code } = await begins(customer, concert, 1)
  await comesBackInANewTab(customer)
  await cancelsConcert(shop, concert.id)

  const { page } = customer
  await page.goto('/cart')
  await expect(page.getByText('The organiser cancelled this concert.')).toBeVisible()
  await page.getByRole('link', { name: `Finish order ${code}` }).click()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveCount(0)
  await page.getByRole('button', { name: 'I have already paid' }).click()
  await reportsThePayment(customer, amount)
  const sold = await inDatabase(shop, (sql) => soldOf(sql, code))
  expect(sold.payments).toHaveLength(1)
})

test('Try Again after a rejection leaves another order alone that is just being paid', async ({ customer, shop }) => {
  const { page } = customer
  const concert = await publishConcert(shop, [hall])
  const { categories } = concert
  const rejected = await isRejected(shop, customer, categories.Hall!, ['D1'], 'We found no credit with this reference.')
  const other = await customer.takesSeats(concert, 2)
  await customer.goesToCheckout()
  const filled = await customer.fillsInPayment()

  await page.goto(rejected.path)
  await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByText('Do not pay again.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'I have paid: correct the reference' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have not paid: pay now' })).toBeVisible()
  const again = await customer.whatToPay()
  expect([rejected.orderCode, filled.orderCode]).not.toContain(again.code)
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue('')
  await reportsThePayment(customer, again.amount)

  await page.goto('/my-tickets')
  await page.getByRole('link', { name: `Finish order ${filled.orderCode}` }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).toContainText(asSaid(other.seats))
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send this exact amount' })).toHaveCount(0)
  await expect(page.getByText('Do not pay again.')).toBeVisible()
  expect((await customer.whatToPay()).amount).toBe(filled.amount)
  await page.getByRole('button', { name: 'Send the details' }).click()
  await customer.seesItBeingChecked()
})

test('A cart with seats of an open order asks about that order, and goes on once it is given up', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const begun = await begins(customer, await publishConcert(shop, [hall]), 1)
  await startsToPay(customer)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('main').getByRole('list').getByRole('status')).toHaveText('2')

  await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
  await expect(page.getByRole('heading', { name: 'You started to pay for these seats' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unfinished orders' })).toContainText(asSaid(begun.seats))
  await page.getByRole('button', { name: `Discard order ${begun.code}` }).click()
  const question = page.getByRole('dialog', { name: `Discard order ${begun.code}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You started to pay for these seats' })).toBeVisible()
  await page.getByRole('button', { name: `Discard order ${begun.code}` }).click()
  await question.getByRole('button', { name: 'Discard' }).click()

  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  expect((await customer.whatToPay()).code).not.toBe(begun.code)
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unfinished orders' })).toHaveCount(0)
})
