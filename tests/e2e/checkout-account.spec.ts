import type { Page } from '@playwright/test'
import { newCustomer } from '../support/visitor.ts'
import { labelsOf, type Customer } from './support/customer.ts'
import { expect, test } from './support/story.ts'

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

test('An account is made on the way to the payment, with one password that can be seen, and once though it is pressed twice', async ({
  visitor,
}) => {
  const { page } = visitor
  const seats = await goesToCheckout(visitor)
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await page.getByLabel('Name').fill(visitor.name)
  await page.getByLabel('Email').fill(visitor.email)
  const password = page.getByLabel('Password')
  await password.fill('short')
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('A password has at least 8 characters. You entered 5.')).toBeVisible()
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).tap()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('short')
  await password.fill(visitor.password)
  await expect(page.getByText('By creating an account you agree to the')).toBeVisible()
  const beside = page.waitForEvent('popup')
  await page.getByRole('main').getByRole('link', { name: 'privacy policy' }).tap()
  await (await beside).close()

  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/auth/v1/signup'))))
  await page.getByRole('button', { name: 'Create account' }).dblclick()
  await isAskedToPay(page, seats)
  expect(asked).toBe(1)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.reload()
  await isAskedToPay(page, seats)
})

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

test('Without a network it says so and loses nothing, through a reload too; signing in in another tab goes on here', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  const known = await newCustomer(shop, 'Asha Rao')
  const seats = await goesToCheckout(visitor)
  await page.getByLabel('Name').fill(visitor.name)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Password').fill(visitor.password)
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('No connection to the shop. What you typed is kept').first()).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue(visitor.password)
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(order(page)).toContainText(seats.join(', '))
  await page.unroute('**/auth/v1/**')

  const other = await page.context().newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(known.email)
  await other.getByLabel('Password').fill(known.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await isAskedToPay(page, seats)
})

test('Where an address has to be confirmed first, the cart waits on the same page for the sign-in', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  // With confirmation by mail the service answers without a session; the account exists.
  const known = await newCustomer(shop, 'Asha Rao')
  await page.route('**/auth/v1/signup**', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), email: known.email, confirmation_sent_at: new Date() } }),
  )
  const seats = await goesToCheckout(visitor)
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(known.email)
  await page.getByLabel('Password').fill(known.password)
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(
    page.getByText(/^Registration successful! Please check your email to verify your account\./).last(),
  ).toBeVisible()
  await expect(order(page)).toContainText(seats.join(', '))
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await isAskedToPay(page, seats)
})
