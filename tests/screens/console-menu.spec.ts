import { expect, test } from '../support/stories/story.ts'

test('The menu has six places, and shows the pages of the one that is open', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/bookings/refunds')
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.locator('#console-places > li')).toHaveCount(6)

  await test.step('The place of the page is open, and the page is the current one', async () => {
    await expect(menu.getByRole('button', { name: 'Orders' })).toHaveAttribute('aria-expanded', 'true')
    await expect(menu.getByRole('link', { name: 'Refunds' })).toHaveAttribute('aria-current', 'page')
    // A page above it in the address is not.
    await expect(menu.locator('[aria-current]')).toHaveCount(1)
    await expect(menu.getByRole('link', { name: 'Layouts' })).toHaveCount(0)
  })

  await test.step('Another one opens in its stead, closes again, and leads to its pages', async () => {
    const setup = menu.getByRole('button', { name: 'Setup' })
    await setup.press('Enter')
    await expect(setup).toHaveAttribute('aria-expanded', 'true')
    await expect(menu.getByRole('link', { name: 'Refunds' })).toHaveCount(0)
    await setup.press('Enter')
    await expect(menu.getByRole('link', { name: 'Layouts' })).toHaveCount(0)
    await setup.click()
    await menu.getByRole('link', { name: 'Layouts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible()
    await expect(setup).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('A place of one page is a link', async () => {
    await menu.getByRole('link', { name: 'Concerts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
    await expect(menu.getByRole('button', { expanded: true })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible()
  })
})

test('On a phone four places are in a bar, the rest and Logout behind Menu', async ({ staff }) => {
  const { page } = staff
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/events')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(bar.getByRole('link')).toHaveText([/^Home/, /^Concerts/, /^Orders/, /^Door/])
  await expect(bar.getByRole('link', { name: 'Concerts' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()

  const more = bar.getByRole('button', { name: 'Menu' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await more.click()
  await menu.getByRole('button', { name: 'People' }).click()
  await menu.getByRole('link', { name: 'Announcements' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible()
  await expect(menu).toBeHidden()
  await bar.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
})
