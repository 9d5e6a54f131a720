import { Steps } from '../support/stories/steps.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'
import type { Customer } from '../support/people/customer.ts'
import type { Shop } from '../support/server/shop.ts'

/** Home leads with the shop's next concert: here the demo's, with seats. */
const test = story.extend<object, { shop: Shop }>({ shop: ownShop() })

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

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
