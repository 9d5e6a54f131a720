import type { Page } from '@playwright/test'
import { newCustomer } from '../support/server/visitor.ts'
import { labelsOf, type Customer } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

async function goesToCheckout({ page }: Customer): Promise<string[]> {
  await page.goto('/')
  await page.getByRole('link', { name: /^Choose Seats/ }).tap()
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await picker.getByRole('button', { name: 'Best 2 seats together' }).tap()
  const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
  await expect(chips).toHaveCount(2)
  const seats = await labelsOf(chips)
  await picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }).tap()
  await page.getByRole('button', { name: /^Proceed to Checkout/ }).tap()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(order(page)).toContainText(seats.join(', '))
  return seats
}

/** Simulates a busy phone: React draws some frames after the answer. */
const drawsLate = (page: Page) =>
  page.addInitScript(() => {
    // React schedules its drawing by a message to itself.
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...said: [unknown]) {
      setTimeout(() => post.apply(this, said), 60)
    }
  })

const order = (page: Page) => page.getByRole('complementary', { name: 'What you are paying for' })

async function isAskedToPay(page: Page, seats: readonly string[]): Promise<void> {
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Pay by UPI' })).toBeVisible()
  await expect(order(page)).toContainText(seats.join(', '))
  await expect(page).toHaveURL(/\/checkout$/)
}

test('A customer whose email already has an account reads so and signs in right there, with what was typed', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await drawsLate(page)
  const known = await newCustomer(shop, 'Asha Rao')
  const seats = await goesToCheckout(visitor)
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(known.email)
  await page.getByLabel('Password').fill('not the right one')
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(known.email)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await page.getByLabel('Password').fill(known.password)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await isAskedToPay(page, seats)
})

test('Signing in in another tab goes on at the checkout here', async ({ visitor, shop }) => {
  const { page } = visitor
  const known = await newCustomer(shop, 'Asha Rao')
  const seats = await goesToCheckout(visitor)
  const other = await page.context().newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(known.email)
  await other.getByLabel('Password').fill(known.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await isAskedToPay(page, seats)
})
