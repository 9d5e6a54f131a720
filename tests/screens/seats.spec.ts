import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { asSaid, labelsOf } from '../support/people/customer.ts'
import { publishConcert, publishInSaptakHall, floor, hall } from '../support/sales/concerts.ts'
import { approves, submits, holds } from '../support/sales/purchases.ts'
import { expireHolds, soldOf } from '../support/sales/sales.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { opensTicket } from '../support/sales/tickets.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, test } from '../support/stories/story.ts'

const sellsSeats = (shop: Shop) => publishConcert(shop, [{ name: 'Balcony', price: 900, total: 20 }])

test('Two customers want the same seat at once: one reads which seat was lost and keeps the rest', async ({
  customer,
  rival,
  shop,
}) => {
  const { id: event } = await sellsSeats(shop)
  await customer.page.addInitScript(() => {
    const ticks = (): number => Number(sessionStorage.getItem('ticks'))
    Object.assign(navigator, { vibrate: () => sessionStorage.setItem('ticks', String(ticks() + 1)) })
  })
  await customer.choosesInRowA(event, 1, 2)
  expect(await customer.page.evaluate(() => sessionStorage.getItem('ticks'))).toBe('2')
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

/** The venues whose first section is called Front rows. */
const namedHalls = /Saptak Hall|Raintree Hall/

test('Seats of a hall have the venue’s names, from the cart to the ticket without a network', async ({
  customer,
  shop,
}) => {
  const choice = await customer.choosesSeats('Saltpan Radio', 2, 'Platinum', namedHalls)
  const { page } = customer
  const said = `Front rows ${asSaid(choice.seats)}`
  const main = page.getByRole('main')
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toContainText(`Platinum · ${said}`)
  await page.goto('/cart')
  await expect(main).toContainText(`Platinum · ${said}`)
  const last = `Front rows ${asSaid(choice.seats.slice(-1))}`
  await expect(page.getByRole('button', { name: `One fewer: removes ${last}`, exact: true })).toBeVisible()
  await customer.goesToCheckout()
  await expect(customer.order()).toContainText(`Platinum · ${said}`)
  const payment = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  await expect(main).toContainText(said)
  await approves(shop, payment.orderCode)
  await customer.seesTicketsArrive()

  await page.goto('/my-tickets')
  const ticket = customer.ticket(choice)
  await expect(ticket).toContainText(`Platinum · ${said}`)
  await page.context().setOffline(true)
  const qr = await opensTicket(page, ticket.getByRole('link', { name: /^Show ticket/ }))
  await expect(qr).toHaveAccessibleName(new RegExp(`, Front rows ${asSaid(choice.seats.slice(0, 1))}$`))
  await expect(main).toContainText(said)
  await expect(main).not.toContainText('FRNT')
})

const sellsStanding = (shop: Shop, total: number) => publishConcert(shop, [{ ...floor, total }])

test('Staff put a standing floor on sale, and two people who book it have a code each', async ({
  staff,
  customer,
  shop,
}) => {
  const { id: event } = await publishConcert(shop, [])
  const form = await staff.beginsCategory(event, 'Floor', '600')
  await form.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await expect(form.getByLabel('Layout (optional)')).toHaveCount(0)
  await form.getByLabel('Total tickets').fill('20000')
  await expect(await staff.addsCategory(form, 'Floor')).toContainText('Standing')

  await customer.choosesPlaces(event, 2)
  const { page } = customer
  const payment = await customer.pays()
  await expect(page.getByText('Floor · Standing, 2 people')).toBeVisible()
  const review = await staff.opensPayment(payment)
  await expect(review.getByRole('cell', { name: 'Standing, 2 people' })).toBeVisible()
  await approves(shop, payment.orderCode)

  await page.goto('/my-tickets')
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Show/ }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket .*, Standing, 1 person$/ }).first()).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()
  const [ticket] = await ticketsOf(shop, event)
  expect(ticket!.seats).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
})

test('Of five wanted places three are left, and the customer takes those', async ({ customer, rival, shop }) => {
  const { id: event, categories } = await sellsStanding(shop, 5)
  await customer.choosesPlaces(event, 5)
  await holds(shop, rival, categories.Floor!, 2)

  const { page } = customer
  await customer.leavesTheCart()
  const short = page.getByRole('alert').filter({ hasText: 'Only 3 places are left' })
  await expect(short).toContainText('Floor: 3 places are left, you wanted 5')
  await short.getByRole('button', { name: 'Take 3 places' }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  const payment = await customer.sendsPayment()
  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.claims.map((claim) => claim.state)).toEqual(['under_review', 'under_review', 'under_review'])
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('The number is changed by keyboard and in the cart, and undone; more than are left is not offered', async ({
  customer,
  shop,
}) => {
  const { id: event, singer } = await sellsStanding(shop, 4)
  const { page } = customer
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${event}`)
  await expect(page.getByText('Standing, no seat numbers')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Number, Floor' }).click()
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByLabel('Number of people').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await expect(chooser.getByText('Only 4 places are left.')).toBeVisible()
  await chooser.getByRole('button', { name: 'Take 4' }).click()
  await chooser.getByRole('button', { name: 'One fewer' }).click()
  await expect(chooser.getByLabel('Number of people')).toHaveValue('3')
  await chooser.getByLabel('Number of people').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your cart' }).getByText('Floor · Standing, 3 people')).toBeVisible()

  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: singer })
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
  await expect(page.getByText('Now for 4 people')).toBeVisible()
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Only 4 places are left.')).toBeVisible()
  await line.getByRole('button', { name: 'One fewer' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
})

const undo = (page: Page, said: RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).first().click()

test('Seats are changed in the cart: the map opens with them, single ones can be released, and undo restores them', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { seats, singer } = await customer.takesSeats(await publishConcert(shop, [hall]), 3)
  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: singer })
  const change = line.getByRole('button', { name: new RegExp(`^Change seats, ${singer} - `) })
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
  await change.click()
  await expect.poll(() => labelsOf(chips)).toEqual(seats)
  await chips.first().click()
  await page.goBack()
  await expect(picker).toHaveCount(0)
  await expect(page).toHaveURL(/\/cart$/)
  await expect(line).toContainText(asSaid(seats))

  await change.click()
  await expect.poll(() => labelsOf(chips)).toEqual(seats)
  await chips.first().click()
  await picker.getByRole('button', { name: /^Keep These 2 Seats/ }).click()
  await expect(picker).toHaveCount(0)
  await expect(line).toContainText(asSaid(seats.slice(1)))
  await expect(line).not.toContainText(asSaid(seats))
  await undo(page, /^Your seats now: /)
  await expect(line).toContainText(asSaid(seats))

  await change.click()
  await picker.getByRole('button', { name: 'Best 1 seat', exact: true }).click()
  await picker.getByRole('button', { name: /^Keep This Seat/ }).click()
  await expect(line.getByRole('status')).toHaveText('1')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  const total = await summary
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .innerText()
  await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByText(total, { exact: true }).first()).toBeVisible()
})

const sellsBalcony = (shop: Shop) =>
  publishInSaptakHall(shop, [{ name: 'Balcony', price: 700, kind: 'sections', section_ids: ['BALC'] }])

test('A wheelchair place is lost at checkout: no other seat takes its place, and its companion’s seat goes with it', async ({
  customer,
  rival,
  shop,
}) => {
  const { id: event, categories } = await sellsBalcony(shop)
  await customer.choosesInRowA(event, 16, 14)
  await submits(shop, rival, categories.Balcony!, ['BALC-A16'])

  expect(await customer.triesToCheckOut()).toBe(false)
  const problem = customer.page.getByRole('alert').filter({ hasText: 'One seat is no longer free' })
  await expect(problem).toContainText('A16')
  await problem.getByRole('button', { name: 'Continue with the other seat' }).click()
  await expect(customer.page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).toContainText(/Balcony · .*A14/)
  await expect(customer.order()).not.toContainText('A15')
})

test('A companion’s seat that was open to all is kept again when the concert moves: another seat is offered', async ({
  customer,
  shop,
}) => {
  const { id: event } = await sellsBalcony(shop)
  const moves = (hours: number) =>
    inDatabase(shop, (sql) =>
      sql.query(`update public.events set date = now() + $2 * interval '1 hour' where id = $1`, [event, hours]),
    )
  await moves(24)
  await customer.choosesInRowA(event, 15)
  await moves(720)

  expect(await customer.triesToCheckOut()).toBe(false)
  const problem = customer.page.getByRole('alert').filter({ hasText: 'One seat is kept for a companion' })
  await problem.getByRole('button', { name: /^Take .* instead of Balcony A15$/ }).click()
  await expect(customer.page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).not.toContainText('A15')
})
