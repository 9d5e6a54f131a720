import type { Shop } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { Clerk } from '../support/people/clerk.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { holds } from '../support/sales/purchases.ts'
import { losesAnswers } from '../support/looks/refusing.ts'
import { opensTheGate, ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

/** A concert tonight with 20 numbered seats and a standing floor. */
const clubNight = (shop: Shop) =>
  publishConcert(shop, [{ name: 'Balcony', price: 900, total: 20 }, floor], { hours: 3 })

test('A club’s evening: the till is opened, tickets are sold by keyboard and printed, one is undone, one given away, and the till adds up', async ({
  shop,
  customer,
  staff,
}) => {
  const { id: event } = await clubNight(shop)
  const { page, name } = customer
  const asked = new Set<string>()
  await page.route('**/rpc/taken_*', async (route) => {
    asked.add(new URL(route.request().url()).pathname)
    await route.continue()
  })
  const clerk = await Clerk.comes(shop, customer, event)
  await clerk.opensTheTill('2,000')
  await expect(page.getByText('₹900, ₹1,062 with tax · 20 left')).toBeVisible()

  await clerk.presses('2', '2', 'c')
  await expect(page.getByText('Standing, 2 people')).toBeVisible()
  // What is free in all categories is one question.
  expect([...asked]).toEqual(['/rest/v1/rpc/taken_at_door'])
  await clerk.sells('₹1,416.00', '2 tickets, ₹1,416.00 in cash')
  expect(clerk.pressed).toBeLessThanOrEqual(8)
  await expect(page.getByRole('img', { name: 'Code for the buyer’s phone: it opens the tickets there' })).toBeVisible()
  await clerk.presses('p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  const paper = String(await page.getByRole('link', { name: 'Invoice' }).getAttribute('href'))

  await clerk.presses('Enter', '2', 'c')
  await clerk.sells('₹708.00', '1 ticket, ₹708.00 in cash')
  await clerk.presses('z')
  await expect(page.getByRole('dialog')).toContainText('Give ₹708.00 back from the drawer.')
  await clerk.presses('Enter')
  await expect(page.getByText('The tickets open no gate any more. Give ₹708.00 back.')).toBeVisible()

  await clerk.presses('Enter', '1', 'f')
  await expect(page.getByLabel('Why complimentary')).toBeFocused()
  await page.keyboard.type('Press')
  await clerk.sells('₹0.00', '1 ticket, complimentary')

  await page.getByRole('button', { name: 'Till', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Sales of this till' })).toContainText('Undone')
  await expect(page.getByRole('link', { name: /^Invoice of sale / }).last()).toHaveAttribute('href', paper)
  await page.getByRole('button', { name: 'Cash in or out' }).click()
  const move = page.getByRole('dialog', { name: 'Cash in or out' })
  await move.getByRole('button', { name: 'Out of the drawer' }).click()
  await move.getByLabel('Amount').fill('400')
  await move.getByLabel('Why').fill('To the safe')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(page.getByText('− ₹400.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close the till' }).click()
  const count = page.getByRole('dialog', { name: 'Close Front desk' })
  await expect(page.getByText('Expected in the drawer')).toHaveCount(0)
  await count.getByLabel('Counted cash').fill('3000')
  await count.getByRole('button', { name: 'Compare with the book' }).click()
  await expect(count.getByText('₹16 too little.')).toBeVisible()
  await count.getByLabel('Counted cash').fill('3016')
  await expect(count.getByText('Expected in the drawer')).toHaveCount(0)
  await count.getByRole('button', { name: 'Compare with the book' }).click()
  await expect(count.getByText('It adds up.')).toBeVisible()
  await count.getByRole('button', { name: 'Close the till' }).click()
  const book = page.getByRole('region', { name: 'Till Front desk' })
  await expect(book.getByText('Cash, 1 sale')).toBeVisible()
  await expect(book.getByText('It adds up.')).toBeVisible()
  await expect(page.getByText('No till is open, so nothing can be sold.')).toBeVisible()

  await page.goto(paper)
  await expect(page.getByRole('article')).toContainText('₹1,416.00')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.getByRole('link', { name: 'Box office' }).click()
  await expect(page.getByText('No till is open, so nothing can be sold.')).toBeVisible()

  await staff.page.goto('/admin/tills')
  await expect(staff.page.getByRole('row').filter({ hasText: name })).toContainText('It adds up.')
  await staff.page.goto('/admin/payments?status=approved')
  await expect(
    staff.page
      .getByRole('row')
      .filter({ hasText: `sold by ${name}` })
      .first(),
  ).toBeVisible()

  const pair = (await ticketsOf(shop, event)).find(({ seats, status }) => seats.length === 2 && status === 'completed')
  expect(await opensTheGate(shop, pair!)).toBe(true)
})

test('A seat that somebody took meanwhile is named, the rest is sold by UPI; a sale whose answer was lost is sold once', async ({
  shop,
  customer,
}) => {
  const { id: event, categories } = await clubNight(shop)
  const { page } = customer
  const clerk = await Clerk.comes(shop, customer, event)
  await clerk.opensTheTill('0')

  await clerk.presses('1', '3')
  const chosen = page.getByRole('list', { name: 'In this sale' })
  await expect(chosen).toContainText(/[A-Z]\d+, [A-Z]\d+, [A-Z]\d+/)
  const [lost] = (await chosen.textContent())!.match(/[A-Z]\d+(?=,)/)!
  await holds(shop, await newCustomer(shop, 'Asha Rao'), categories.Balcony!, [lost])
  await expect(page.getByText(`Someone else has just taken ${lost}. The rest of the sale is here.`)).toBeVisible({
    timeout: 20_000,
  })
  await page.getByLabel('Name', { exact: true }).fill('Meera')
  await page.getByRole('button', { name: 'UPI' }).click()
  await expect(page.getByRole('img', { name: /^UPI code: ₹2,124\.00 to / })).toBeVisible()

  await losesAnswers(page, 'sell_at_door')
  await clerk.presses('Enter')
  await expect(page.getByText(/^No answer for sale MF/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^No answer for sale MF/)).toBeVisible()
  await page.unroute('**/rpc/sell_at_door')
  await expect(page.getByText('2 tickets, ₹2,124.00 by UPI', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(await ticketsOf(shop, event)).toHaveLength(1)

  await page.context().setOffline(true)
  await clerk.presses('Enter', '2')
  await expect(page.getByText(/^No network\. Selling needs it/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Sell ₹708.00' })).toBeVisible({ timeout: 20_000 })
})

test('A clerk who stops waiting sells on under a new number, and the book has what was sold and moved meanwhile, once', async ({
  shop,
  customer,
}) => {
  const { id: event } = await publishConcert(shop, [floor], { hours: 3 })
  const { page } = customer
  const clerk = await Clerk.comes(shop, customer, event)
  await clerk.opensTheTill('1,000')

  // Of one category the number is the next key.
  await expect(page.getByRole('textbox', { name: 'Floor, number of tickets' })).toBeFocused()
  await losesAnswers(page, 'sell_at_door')
  await clerk.presses('1', 'c')
  await expect(page.getByRole('button', { name: 'Sell ₹708.00' })).toBeVisible()
  await clerk.presses('Enter')
  const waiting = page.getByText(/^No answer for sale MF/)
  const lost = (await waiting.textContent())!.match(/MF\w+/)![0]
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  const question = page.getByRole('dialog', { name: `Stop waiting for ${lost}?` })
  await question.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute('**/rpc/sell_at_door')

  await clerk.presses('2', 'c')
  await clerk.sells('₹1,416.00', '2 tickets, ₹1,416.00 in cash')
  await clerk.presses('Enter')
  await page.getByRole('button', { name: 'Last sale' }).click()
  await expect(page.getByText('2 tickets, ₹1,416.00 in cash', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Till', exact: true }).click()
  const sales = page.getByRole('table', { name: 'Sales of this till' })
  await expect(sales.getByText(lost)).toHaveCount(1)
  await page.getByRole('button', { name: `New link for sale ${lost}` }).click()
  const link = page.getByRole('dialog', { name: `New link for sale ${lost}` })
  await link.getByRole('button', { name: 'Make a new link' }).click()
  await expect(link.getByRole('img', { name: 'Code for the buyer’s phone: it opens the tickets there' })).toBeVisible()
  await link.getByRole('button', { name: 'Close' }).click()

  await losesAnswers(page, 'move_till_cash')
  await page.getByRole('button', { name: 'Cash in or out' }).click()
  const move = page.getByRole('dialog', { name: 'Cash in or out' })
  await move.getByLabel('Amount').fill('400')
  await move.getByLabel('Why').fill('Change')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(move.getByRole('alert')).toContainText('no connection to the server')
  await page.unroute('**/rpc/move_till_cash')
  await move.getByLabel('Amount').fill('500')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(move.getByRole('alert')).toContainText('already in the book')
  await move.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  // The sum of the moves, and the one move.
  await expect(page.getByText('+ ₹400.00')).toHaveCount(2)
})
