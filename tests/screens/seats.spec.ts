import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { submits } from '../support/sales/purchases.ts'
import { expireHolds, soldOf } from '../support/sales/sales.ts'
import { expect, test } from '../support/stories/story.ts'

const sellsSeats = (shop: Shop) => publishConcert(shop, [{ name: 'Balcony', price: 900, total: 20 }])

test('Two customers want the same seat at once: one reads which seat was lost and keeps the rest', async ({
  customer,
  rival,
  shop,
}) => {
  const { id: event } = await sellsSeats(shop)
  await customer.choosesInRowA(event, 1, 2)
  await rival.choosesInRowA(event, 2, 3)

  const held = await Promise.all([customer.triesToCheckOut(), rival.triesToCheckOut()])
  expect(held.filter(Boolean)).toHaveLength(1)
  const [winner, loser, rest] = held[0] ? [customer, rival, 'A3'] : [rival, customer, 'A1']

  const problem = loser.page.getByRole('alert').filter({ hasText: 'One seat is no longer free' })
  await expect(problem).toContainText('A2')
  await problem.getByRole('button', { name: 'Continue with the other seat' }).click()
  await expect(loser.page.getByText(/^Seats held until/)).toBeVisible()
  await expect(loser.order()).toContainText(new RegExp(`Balcony · .*${rest}`))
  await expect(loser.order()).not.toContainText('A2')

  await loser.sendsPayment()
  await winner.sendsPayment()
})

test('The hold ends and another customer buys the seat: the payment counts, and staff give another seat', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const { id: event, categories } = await sellsSeats(shop)
  await customer.choosesInRowA(event, 1)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  await inDatabase(shop, expireHolds)
  await submits(shop, rival, categories.Balcony!, ['A1'])

  const payment = await customer.submits(draft)
  await customer.seesItBeingChecked()
  await expect(
    customer.page.getByText('Your payment is recorded. Some seats are no longer free; our staff will offer others'),
  ).toBeVisible()

  const dialog = await staff.opensPayment(payment)
  await expect(dialog.getByText('Seats lost')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose other seats' }).first().click()
  const seats = staff.page.getByRole('dialog', { name: 'Choose other seats' })
  await seats.getByRole('button', { name: 'Best available' }).click()
  await seats.getByRole('button', { name: 'Give these seats' }).click()
  await dialog.getByRole('button', { name: `Approve ${payment.amount}` }).click()
  await expect(dialog.getByText(/^Approved by /)).toBeVisible()
  await customer.seesTicketsArrive()

  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.tickets).toHaveLength(1)
  expect(sold.tickets[0]?.seats).toHaveLength(1)
  expect(sold.tickets[0]?.seats).not.toEqual(['A1'])
})
