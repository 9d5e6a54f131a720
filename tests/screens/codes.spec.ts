import type { Page } from '@playwright/test'
import { demoPerson } from '../support/server/visitor.ts'
import { losesAnswers } from '../support/looks/refusing.ts'
import type { Customer } from '../support/people/customer.ts'
import type { Staff } from '../support/people/staff.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { choosesConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

/** Adds a category of twenty seats; one that is `hidden` is sold only with a code. */
async function adds(
  staff: Staff,
  event: string,
  name: string,
  { price, hidden }: { price: string; hidden: boolean },
): Promise<void> {
  const form = await staff.beginsCategory(event, name, price)
  await form.getByLabel('Total tickets').fill('20')
  if (hidden) await form.getByLabel('Only with an access code').check()
  const row = await staff.addsCategory(form, name)
  if (hidden) await expect(row).toContainText('Only with an access code')
}

/** Opens the form of a new code for a concert, with the code typed. */
async function beginsCode({ page }: Staff, code: string, singer: string) {
  await page.goto('/admin/codes')
  await page.getByRole('button', { name: 'Add Code' }).click()
  const form = page.getByRole('form', { name: 'Add a code' })
  await form.getByLabel('Code', { exact: true }).fill(code)
  await choosesConcert(page, singer)
  return form
}

async function typesCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Discount code' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

async function hasCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await typesCode(page, code)
}

async function putsBestSeatIntoCart(customer: Customer, category: string): Promise<void> {
  const { picker } = await customer.opensSeats(category)
  await picker.getByRole('button', { name: 'Best 1 seat' }).click()
  await picker.getByRole('button', { name: /^Add 1 Seat to Cart/ }).click()
  await expect(customer.page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
}

test('A club’s code opens the members’ seats at four fifths of the price, once for each member', async ({
  staff,
  customer,
  visitor,
  shop,
}) => {
  const { id: event, singer } = await publishConcert(shop, [], { hours: 3 })
  await adds(staff, event, 'Members', { price: '2000', hidden: true })
  const form = await beginsCode(staff, 'club-members', singer)
  await form.getByLabel('Percent', { exact: true }).fill('20')
  await form.getByLabel('Also opens tickets that are sold only with an access code').check()
  await form.getByLabel('Members (only with a code)').check()
  await expect(form.getByLabel('Uses by one person (optional)')).toHaveValue('1')
  await form.getByRole('button', { name: 'Add Code' }).click()
  await expect(staff.page.getByRole('row').filter({ hasText: 'CLUBMEMBERS' })).toContainText('20 % off')

  await visitor.page.goto(`/events/${event}`)
  await expect(visitor.page.getByRole('button', { name: 'Have a code?' })).toBeVisible()
  await expect(visitor.page.getByText('Members')).toHaveCount(0)

  const { page } = customer
  await page.goto(`/events/${event}`)
  await hasCode(page, 'CLUBMEMBER')
  await expect(page.getByText('There is no such code. Check it and try again.')).toBeVisible()
  await typesCode(page, 'club members')
  await expect(page.getByText('Tickets only with this code: Members')).toBeVisible()
  const { client: admin } = await demoPerson(shop, 'admin')
  for (const price of [2_100, 2_000]) {
    await admin.from('ticket_categories').update({ price }).match({ event_id: event, name: 'Members' }).throwOnError()
    await page.goto(`/events/${event}`)
    await expect(page.getByText(price === 2_100 ? '₹1,680' : '₹1,600').first()).toBeVisible()
  }

  await putsBestSeatIntoCart(customer, 'Members')
  await customer.goesToCheckout()
  await expect(customer.order().locator('s')).toHaveText(/₹2,000$/)
  const payment = await customer.sendsPayment()
  expect(payment.amount).toBe('₹1,918.00')

  const review = await staff.opensPayment(payment)
  await expect(review.getByText('With code CLUBMEMBERS: ₹400.00 off the prices')).toBeVisible()
  await expect(review.getByText('Price changed since the order')).toHaveCount(0)

  await page.goto(`/events/${event}`)
  await putsBestSeatIntoCart(customer, 'Members')
  await customer.leavesTheCart()
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('This code is used up.')
  await expect(refused).toContainText('These tickets are sold only with a code that is still valid.')
  await expect(refused.getByRole('button', { name: 'Go on without the code' })).toHaveCount(0)
})

test('A student’s code takes ₹150 off each seat, until the student removes it', async ({ staff, customer, shop }) => {
  const { id: event, singer } = await publishConcert(shop, [], { hours: 3 })
  await adds(staff, event, 'Balcony', { price: '1000', hidden: false })
  const form = await beginsCode(staff, 'STUDENT15', singer)
  await form.getByLabel('It gives').selectOption({ label: 'Rupees off each seat' })
  await form.getByLabel('Rupees', { exact: true }).fill('150')
  await form.getByLabel('Uses by one person (optional)').fill('1')
  await form.getByRole('button', { name: 'Add Code' }).click()
  await expect(staff.page.getByRole('row').filter({ hasText: 'STUDENT15' })).toContainText('₹150 off a seat')

  const { page } = customer
  await page.goto(`/events/${event}`)
  await putsBestSeatIntoCart(customer, 'Balcony')
  await page.goto('/cart')
  const total = page.getByRole('row', { name: /^Total/ })
  await expect(total).toContainText('₹1,210.00')
  await hasCode(page, 'student15')
  await expect(total).toContainText('₹1,033.00')
  await page.getByRole('button', { name: 'Remove code STUDENT15' }).click()
  await expect(total).toContainText('₹1,210.00')

  await customer.goesToCheckout()
  await expect(page.getByText('₹1,210.00', { exact: true }).first()).toBeVisible()
  await hasCode(page, 'student15')
  await expect(page.getByText('₹1,033.00', { exact: true }).first()).toBeVisible()
  // The own hold with the code is its one use so far; typed again it is the same.
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Remove code STUDENT15' }).click()
  await hasCode(page, 'student15')
  await expect(total).toContainText('₹1,033.00')
  await customer.goesToCheckout()
  await page.getByRole('button', { name: 'Remove code STUDENT15' }).click()
  await expect(page.getByText('₹1,210.00', { exact: true }).first()).toBeVisible()
})

test('A code takes the whole price off an order that was begun without a network, and its tickets are taken for nothing', async ({
  staff,
  customer,
  shop,
}) => {
  const { id: event, singer } = await publishConcert(shop, [], { hours: 3 })
  await adds(staff, event, 'Balcony', { price: '500', hidden: false })
  const form = await beginsCode(staff, 'OPENDOOR', singer)
  await form.getByLabel('Percent', { exact: true }).fill('100')
  await form.getByRole('button', { name: 'Add Code' }).click()
  await expect(staff.page.getByRole('row').filter({ hasText: 'OPENDOOR' })).toContainText('100 % off')

  const { page } = customer
  await page.goto(`/events/${event}`)
  await hasCode(page, 'opendoor')
  await putsBestSeatIntoCart(customer, 'Balcony')
  await page.route('**/rpc/hold_seats', (route) => route.abort('connectionfailed'))
  await customer.leavesTheCart()
  await page.getByLabel('UTR, 12 digits').fill('4123')
  await page.unroute('**/rpc/hold_seats')

  // The hold is asked for again by itself.
  const free = page.getByText('These tickets are free. You get them at once.')
  await expect(free).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue('4123')
  await page.reload()
  await expect(free).toBeVisible()
  // The shop gives the tickets, and its answer is lost: the page learns of them by itself, and says of no money.
  await losesAnswers(page, 'take_free_order', 1)
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await expect(page).toHaveURL(/\/my-tickets$/, { timeout: 60_000 })
  await expect(page.getByText(singer).first()).toBeVisible()
})
