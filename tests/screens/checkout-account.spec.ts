import { Customer } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import type { Shop } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { Steps } from '../support/stories/steps.ts'
import { expect, test } from '../support/stories/story.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

async function goesToCheckout(visitor: Customer, shop: Shop): Promise<string[]> {
  const { page } = visitor
  const { seats } = await visitor.takesSeats(await publishConcert(shop, [hall]), 2)
  await page.getByRole('button', { name: /^Proceed to Checkout/ }).tap()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(visitor.order()).toContainText(seats.join(', '))
  return seats
}

async function isAskedToPay(visitor: Customer, seats: readonly string[]): Promise<void> {
  const { page } = visitor
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Pay by UPI' })).toBeVisible()
  await expect(visitor.order()).toContainText(seats.join(', '))
  await expect(page).toHaveURL(/\/checkout$/)
}

test('An account is made on the way to the payment, with one password that can be seen, and once though it is pressed twice', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  const seats = await goesToCheckout(visitor, shop)
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
  await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute('target', '_blank')

  let asked = 0
  await page.route('**/auth/v1/signup**', (route) => {
    asked += 1
    return route.continue()
  })
  await page.getByRole('button', { name: 'Create account' }).dblclick()
  await isAskedToPay(visitor, seats)
  expect(asked).toBe(1)
  await page.reload()
  await isAskedToPay(visitor, seats)
})

test('Without a network it says so and loses nothing, through a reload too', async ({ visitor, shop }) => {
  const { page } = visitor
  const seats = await goesToCheckout(visitor, shop)
  await visitor.typesWhoTheyAre()
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(page.getByText('No connection to the shop. What you typed is kept').first()).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue(visitor.password)
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(visitor.order()).toContainText(seats.join(', '))
  await page.unroute('**/auth/v1/**')
  await page.getByLabel('Password').fill(visitor.password)
  await page.getByRole('button', { name: 'Create account' }).tap()
  await isAskedToPay(visitor, seats)
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
  const seats = await goesToCheckout(visitor, shop)
  await new Customer(visitor.context, page, known).typesWhoTheyAre()
  await page.getByRole('button', { name: 'Create account' }).tap()
  await expect(
    page.getByText(/^Registration successful! Please check your email to verify your account\./).last(),
  ).toBeVisible()
  await expect(visitor.order()).toContainText(seats.join(', '))
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await isAskedToPay(visitor, seats)
})

/** From home, which leads with the shop's next concert: the demo's. */
async function takesTwoSeats({ page }: Customer): Promise<Steps> {
  const steps = new Steps(page)
  await page.goto('/')
  await steps.tap(page.getByRole('link', { name: /^Choose Seats/ }))
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await steps.tap(picker.getByRole('button', { name: 'Best 2 seats together' }))
  await steps.tap(picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }))
  await steps.tap(page.getByRole('dialog', { name: 'Your cart' }).getByRole('button', { name: /^Proceed to Checkout/ }))
  return steps
}

test('A new customer pays for two seats after six taps, three fields and five screens', async ({ visitor }) => {
  const { page } = visitor
  const steps = await takesTwoSeats(visitor)
  await steps.types(page.getByLabel('Name'), visitor.name)
  await steps.types(page.getByLabel('Email'), visitor.email)
  await steps.types(page.getByLabel('Password'), visitor.password)
  await steps.tap(page.getByRole('button', { name: 'Create account' }))
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await steps.tap(page.getByRole('link', { name: 'Pay in UPI app' }))
  expect(steps.count, steps.screens.join('\n')).toEqual({ taps: 6, fields: 3, screens: 5 })
})

test('A signed-in customer pays for two seats after five taps and four screens', async ({ customer }) => {
  const { page } = customer
  const steps = await takesTwoSeats(customer)
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await steps.tap(page.getByRole('link', { name: 'Pay in UPI app' }))
  expect(steps.count, steps.screens.join('\n')).toEqual({ taps: 5, fields: 0, screens: 4 })
})
