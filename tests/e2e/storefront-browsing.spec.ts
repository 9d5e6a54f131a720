import { asSaid } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

test('The cart is live in every tab', async ({ customer, shop }) => {
  const other = await customer.context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 2)
  await expect(customer.page.locator('.comes').first()).toBeAttached()
  await expect(other.getByRole('listitem').filter({ hasText: asSaid(choice.seats) })).toBeVisible()
  await other.getByRole('button', { name: /^Remove / }).click()
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(customer.page.getByRole('link', { name: 'Cart, empty', includeHidden: true }).first()).toBeAttached()
})

test('A poster grows into its concert’s page only for those who want motion; title and focus come as without', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  const { singer } = await publishConcert(shop, [hall])
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      sessionStorage.setItem('motion', 'begun')
      return start(change)
    }
  })
  for (const [reducedMotion, motion] of [
    ['reduce', null],
    ['no-preference', 'begun'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`/concerts?q=${singer}`)
    await page.getByRole('link', { name: singer }).click()
    await expect(page.getByRole('heading', { level: 1, name: singer })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${singer}, Goa`))
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('motion'))).toBe(motion)
    await expect(page.locator('[style*=view-transition-name]')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('link', { name: singer })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  }
})
