import type { Page } from '@playwright/test'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { asSaid, labelsOf } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

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
