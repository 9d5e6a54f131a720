import type { Page } from '@playwright/test'
import { labelsOf } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

const undo = (page: Page, said: RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).first().click()

test('A visitor’s cart: merged, one more and one fewer by name, all with undo, through reload and sign-in to the same total', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.registers()
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()

  await page.goto('/concerts?q=Roshni')
  await page.getByRole('listitem').filter({ hasText: 'On sale' }).getByRole('link').first().click()
  const event = page.url()
  const first = await visitor.opensSeats()
  await first.picker.getByRole('button', { name: 'Best 3 seats together' }).click()
  const chips = first.picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
  await expect(chips).toHaveCount(3)
  const seats = await labelsOf(chips)
  await saysInAToast(page, 'Added to cart!', () =>
    first.picker.getByRole('button', { name: /^Add 3 Seats to Cart/ }).click(),
  )
  await page.keyboard.press('Escape')

  // The ten seats of a category include those in the cart; then one more into the same line.
  const second = await visitor.opensSeats(first.category)
  await expect(second.picker.getByText('In your cart')).toBeVisible()
  await expect(second.picker.getByText('Please select seats to continue')).toBeVisible()
  await expect(second.picker.getByRole('button', { name: 'Best 8 seats together' })).toHaveCount(0)
  const ofIts = new RegExp(`, ${first.category}, \\d+ rupees, available$`)
  const free = second.picker.getByRole('grid').getByRole('button', { name: ofIts })
  const refused = second.picker.getByText('You can book up to 10 seats at once')
  for (let n = 1; n <= 8; n += 1) {
    await expect(refused).toHaveCount(0)
    await free.first().click()
  }
  await expect(refused.first()).toBeVisible()
  await expect(second.picker.getByRole('button', { name: /^Add 7 Seats to Cart/ })).toBeVisible()
  await second.picker.getByRole('button', { name: 'Best 1 seat', exact: true }).click()
  await second.picker.getByRole('button', { name: 'Add 1 Seat to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await page.goto('/cart')
  const line = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Not held yet' })
  await expect(line).toHaveCount(1)
  const number = line.getByRole('status')
  await expect(number).toHaveText('4')

  const fewer = line.getByRole('button', { name: /^One fewer: removes seat / })
  await fewer.click()
  await expect(number).toHaveText('3')
  for (const seat of seats) await expect(line).toContainText(seat)
  await undo(page, /^Seat \S+ removed/)
  await expect(number).toHaveText('4')
  await fewer.click()
  await fewer.click()
  await expect(number).toHaveText('2')
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText(/^Seat \S+ added$/)).toBeVisible()
  await expect(number).toHaveText('3')
  await undo(page, /^Seat \S+ added/)
  await expect(number).toHaveText('2')
  await line.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await undo(page, /2 seats: removed/)
  await expect(number).toHaveText('2')

  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByRole('row', { name: 'Platform fee (2%)' })).toContainText('Not charged')
  const total = await summary
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .innerText()
  await page.reload()
  await expect(number).toHaveText('2')
  await expect(summary.getByRole('row', { name: /^Total/ })).toContainText(total)

  await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(` ${visitor.email.toUpperCase()} `)
  await page.getByLabel('Password').fill(visitor.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/checkout/)
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(page.getByText(total, { exact: true }).first()).toBeVisible()
  await page.goto(event)
  await expect(page.getByRole('link', { name: 'Cart, 2 tickets', includeHidden: true }).first()).toBeAttached()
})

test('On a phone the cart and its count are in the header of every page, also in 320 px and at twice the root font', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/concerts?q=Roshni')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
  const height = await header.evaluate((box) => box.getBoundingClientRect().height)
  expect(height).toBe(57)
  await page.getByRole('listitem').filter({ hasText: 'On sale' }).getByRole('link').first().click()
  const { picker } = await visitor.opensSeats()
  await picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  await saysInAToast(page, 'Added to cart!', () => picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }).click())
  await page.keyboard.press('Escape')
  const cart = header.getByRole('link', { name: 'Cart, 2 tickets' })
  await expect(cart).toBeVisible()

  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const controls = [...(await header.getByRole('link').all()), ...(await header.getByRole('button').all())]
    expect(controls.length).toBeGreaterThanOrEqual(4)
    for (const control of controls) {
      const box = await control.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    }
    expect(await header.evaluate((box) => box.getBoundingClientRect().height)).toBe(height)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

  await cart.click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('list').getByRole('listitem').filter({ hasText: 'Not held yet' })).toHaveCount(1)
})
