import { asSaid } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

test('The cart is live in every tab', async ({ customer }) => {
  const other = await customer.context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  const choice = await customer.choosesSeats('Arka Sen', 2)
  await expect(other.getByRole('listitem').filter({ hasText: asSaid(choice.seats) })).toBeVisible()
  await other.getByRole('button', { name: /^Remove / }).click()
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(customer.page.getByRole('link', { name: 'Cart, empty', includeHidden: true }).first()).toBeAttached()
})
