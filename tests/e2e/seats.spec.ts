import { inDatabase } from '../support/database.ts'
import { asSaid } from './support/customer.ts'
import { expireHolds, soldOf } from './support/sales.ts'
import { expect, test } from './support/story.ts'

test('Two customers want the same seat at once: one reads which seat was lost and keeps the rest', async ({
  customer,
  rival,
  shop,
}) => {
  const [first = '', shared = '', last = ''] = await customer.looksForFreeSeats('Neelkanth Vartak Quartet', 3)
  const mine = await customer.choosesTheSeats('Neelkanth Vartak Quartet', [first, shared])
  const theirs = await rival.choosesTheSeats('Neelkanth Vartak Quartet', [shared, last])
  const contested = mine.seats.find((seat) => theirs.seats.includes(seat)) ?? ''

  const held = await Promise.all([customer.triesToCheckOut(), rival.triesToCheckOut()])
  expect(held.filter(Boolean)).toHaveLength(1)
  const [winner, loser, kept] = held[0] ? [customer, rival, theirs] : [rival, customer, mine]
  const rest = kept.seats.filter((seat) => seat !== contested)

  const problem = loser.page.getByRole('alert').filter({ hasText: 'One seat is no longer free' })
  await expect(problem).toContainText(asSaid([contested]))
  await problem.getByRole('button', { name: 'Continue with the other seat' }).click()
  await expect(loser.page.getByText(/^Seats held until/)).toBeVisible()
  await expect(loser.order()).toContainText(new RegExp(`${kept.category} · .*${asSaid(rest)}`))
  await expect(loser.order()).not.toContainText(asSaid([contested]))

  const paid = await loser.submits(await loser.fillsInPayment())
  await loser.seesItBeingChecked()
  const won = await winner.submits(await winner.fillsInPayment())
  await winner.seesItBeingChecked()
  const [loserHas, winnerHas] = await inDatabase(shop, async (sql) => [
    await soldOf(sql, paid.orderCode),
    await soldOf(sql, won.orderCode),
  ])
  expect(loserHas?.claims.map((claim) => claim.seat)).toEqual(rest)
  expect(winnerHas?.claims.map((claim) => claim.seat)).toContain(contested)
})

test('The hold ends while the customer is in the UPI app: they submit anyway and keep the seats', async ({
  customer,
  staff,
  shop,
}) => {
  await customer.page.clock.install()
  const choice = await customer.choosesSeats('Thamarai Strings', 2)
  await customer.goesToCheckout()
  await inDatabase(shop, expireHolds)
  await customer.page.clock.fastForward('10:30')
  await expect(customer.page.getByText('The hold on your seats has ended.').first()).toBeVisible()

  const payment = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  await expect(customer.page.getByText(/Your seats are kept until .*\d (am|pm)\./)).toBeVisible()
  await staff.approves(payment)
  await customer.seesTicketsArrive()
  await customer.page.goto('/my-tickets')
  await expect(customer.ticket(choice)).toBeVisible()
})

test('The hold ends and another customer buys the seat: the payment counts, and staff give another seat', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const [wanted = ''] = await customer.looksForFreeSeats('Roshni Ghatwari', 1)
  const choice = await customer.choosesTheSeats('Roshni Ghatwari', [wanted])
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  await inDatabase(shop, expireHolds)
  await rival.choosesTheSeats('Roshni Ghatwari', [wanted])
  await rival.pays()

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
  expect(sold.tickets[0]?.seats).not.toEqual(choice.seats)
})

test('Two customers look at one map: a seat that one of them holds turns taken at the other, and free once it is released', async ({
  customer,
  rival,
}) => {
  const [name = ''] = await rival.looksForFreeSeats('Thamarai Strings', 1)
  const map = rival.page.getByRole('dialog', { name: 'Select Your Seats' })
  const seat = map.getByRole('button', { name: `${name},` })
  await customer.choosesTheSeats('Thamarai Strings', [name])
  await expect(seat).toHaveAccessibleName(/, available$/)

  await customer.goesToCheckout()
  await expect(seat).toHaveAccessibleName(/, sold$/)
  await customer.page.goto('/cart')
  await customer.page.getByRole('button', { name: /^Remove Thamarai Strings/ }).click()
  await expect(seat).toHaveAccessibleName(/, available$/)
})
