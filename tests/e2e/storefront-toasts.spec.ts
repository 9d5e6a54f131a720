import type { Locator, Page } from '@playwright/test'
import type { Customer } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

/** A toast stays 4 s and fades for one, longer on a busy machine; if held for good, it is still there after this. */
const GONE_MS = 12_000

const middle = async (target: Locator): Promise<{ x: number; y: number }> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Taps the target's position like a finger, even when something covers it. */
const tapAt = async (page: Page, target: Locator): Promise<void> => {
  const { x, y } = await middle(target)
  await page.touchscreen.tap(x, y)
}

const tenSeatsInTheCart = async (visitor: Customer): Promise<{ number: Locator; fewer: Locator }> => {
  const { page } = visitor
  await page.goto('/concerts?q=Roshni')
  await page.getByRole('listitem').filter({ hasText: 'On sale' }).getByRole('link').first().click()
  const { picker, category } = await visitor.opensSeats()
  const free = picker
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`, ${category}, \\d+ rupees, available$`) })
  for (let n = 1; n <= 10; n += 1) await free.first().click()
  await picker.getByRole('button', { name: /^Add 10 Seats to Cart/ }).click()
  await expect(page.getByText('Added to cart!')).toBeVisible()
  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: 'Not held yet' })
  const number = line.getByRole('status')
  await expect(number).toHaveText('10')
  return { number, fewer: line.getByRole('button', { name: /^One fewer: removes seat / }) }
}

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('A toast leaves the button of a form free, takes no tap, and goes at its time though it was tapped', async ({
    visitor,
  }) => {
    const { page } = visitor
    await page.goto('/register')
    await page.getByLabel('Name').fill(visitor.name)
    await page.getByLabel('Email').fill(visitor.email)
    await page.getByLabel('Password', { exact: true }).fill(visitor.password)
    await page.getByLabel('Confirm password').fill('something else')
    const create = page.getByRole('button', { name: 'Create account' })
    await create.tap()

    const said = page.getByRole('status').filter({ hasText: 'Passwords do not match' })
    await expect(said).toBeVisible()
    await tapAt(page, said)
    await expect(page).toHaveURL(/\/register$/)
    await expect(said).toHaveCount(0, { timeout: GONE_MS })

    await create.tap()
    await expect(said).toBeVisible()
    await tapAt(page, create)
    await page.getByLabel('Confirm password').fill(visitor.password)
    await expect(said).toHaveCount(1)
    const [toast, button] = [await said.boundingBox(), await create.boundingBox()]
    expect(toast!.y + toast!.height <= button!.y || toast!.y >= button!.y + button!.height).toBe(true)
    await tapAt(page, create)
    await expect(page.getByRole('button', { name: `Account of ${visitor.name}` })).toBeVisible()
  })

  test('Nine taps on minus are one toast that names the seats, and its Undo brings back all of them', async ({
    visitor,
  }) => {
    const { page } = visitor
    const { number, fewer } = await tenSeatsInTheCart(visitor)
    for (let left = 9; left >= 1; left -= 1) {
      await tapAt(page, fewer)
      await expect(number).toHaveText(String(left))
    }
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'removed' })).toContainText(/^Seats (\S+, ){8}\S+ removed/)
    await undo.tap()
    await expect(number).toHaveText('10')
    await expect(undo).toHaveCount(0)
  })
})

test('On a computer a mouse on Undo, or the keyboard’s focus, keeps a toast, which closes after they leave', async ({
  visitor,
}) => {
  const { page } = visitor
  const { number, fewer } = await tenSeatsInTheCart(visitor)
  const undo = page.getByRole('button', { name: 'Undo' })
  await fewer.click()
  await undo.hover()
  // Longer than a toast with an action stays.
  await page.waitForTimeout(9500)
  await expect(undo).toBeVisible()
  await page.mouse.move(5, 400)
  await expect(undo).toHaveCount(0, { timeout: GONE_MS })

  await fewer.press('Enter')
  await undo.focus()
  await page.waitForTimeout(9500)
  await page.keyboard.press('Enter')
  await expect(number).toHaveText('9')
  await fewer.press('Enter')
  await expect(undo).toBeVisible()
  await expect(undo).toHaveCount(0, { timeout: GONE_MS })
})
