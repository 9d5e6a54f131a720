import { asSaid } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

test('The cart is live in every tab', async ({ customer, shop }) => {
  const other = await customer.context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 2)
  await expect(other.getByRole('listitem').filter({ hasText: asSaid(choice.seats) })).toBeVisible()
  await other.getByRole('button', { name: /^Remove / }).click()
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(customer.page.getByRole('link', { name: 'Cart, empty', includeHidden: true }).first()).toBeAttached()
})
