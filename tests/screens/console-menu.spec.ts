import { submitsForConcert } from '../support/sales/purchases.ts'
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

test('Ctrl K finds pages, concerts, orders and people, and leads there by keys alone', async ({
  staff,
  customer,
  shop,
}) => {
  const payment = await submitsForConcert(shop, customer, ['A1'])
  const { page } = staff
  await page.goto('/admin/help')
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeVisible()
  const search = page.getByRole('dialog', { name: 'Search' })
  const field = search.getByRole('combobox')
  const option = (group: string) => search.getByRole('group', { name: group }).getByRole('option')

  await test.step('A page, by what people call it', async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill('halls')
    await expect(option('Pages')).toHaveText([/^Layouts/])
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Layouts' })).toBeVisible()
    await expect(search).toHaveCount(0)
  })

  await test.step('An order by its code, after a pause, asked once', async () => {
    const asked: string[] = []
    await page.route('**/rpc/search_payments*', (route) => {
      asked.push(route.request().postData() ?? route.request().url())
      return route.continue()
    })
    await page.getByRole('button', { name: 'Search' }).click()
    await field.pressSequentially(payment.orderCode)
    await expect(option('Orders')).toHaveText([new RegExp(`^${payment.orderCode}, ${customer.name}`)])
    expect(asked).toHaveLength(1)
    await field.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(payment.orderCode)
    await expect(page.getByRole('button', { name: /^Approve ₹/ })).toBeVisible()
    await page.unroute('**/rpc/search_payments*')
  })

  await test.step('While another dialog is open, Ctrl K opens none', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('A person: the arrows choose, round the end', async () => {
    await page.keyboard.press('Control+k')
    await field.fill(customer.email)
    await expect(option('People')).toHaveText([new RegExp(`^${customer.name}`)])
    await expect(search.getByRole('status')).toHaveText(/result/)
    const all = search.getByRole('option')
    const count = await all.count()
    const last = all.nth(count - 1)
    await field.press('ArrowUp')
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
    await field.press('ArrowDown')
    await expect(all.first()).toHaveAttribute('aria-selected', 'true')
    await option('People').click()
    await expect(page.getByRole('dialog')).toContainText(customer.email)
    await page.keyboard.press('Escape')
  })
})

test('The search says what it does, and shows no answer to an older question', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/events')
  await page.getByRole('button', { name: 'Search' }).click()
  const search = page.getByRole('dialog', { name: 'Search' })
  const field = search.getByRole('combobox')
  const concerts = search.getByRole('group', { name: 'Concerts' })

  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route(/event_list.*lakeer/i, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
    sent.resolve()
  })
  await field.fill('Lakeer')
  await expect(search.getByRole('status')).toHaveText('Looking…')
  await asked.promise
  await field.fill('Arka Sen')
  await expect(concerts.getByRole('option').first()).toContainText('Arka Sen')
  held.resolve()
  await sent.promise
  // Once a later question is answered, the late answer has been here, too.
  await field.fill('Arka')
  await expect(concerts.getByRole('option').first()).toContainText('Arka Sen')
  await expect(concerts.getByRole('option').filter({ hasText: 'Lakeer' })).toHaveCount(0)
  await page.unroute(/event_list.*lakeer/i)
  await concerts.getByRole('option').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Arka Sen' })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('no such thing anywhere')
  await expect(search.getByRole('status')).toHaveText('Nothing was found for “no such thing anywhere”.')
  await expect(concerts).toHaveCount(0)

  await page.route(/event_list|search_/, (route) => route.abort())
  await field.fill('settings')
  const alert = search.getByRole('alert')
  await expect(alert).toContainText('Concerts, orders, people could not be searched.')
  await expect(alert).toContainText('There is no connection to the server.')
  // Pages are found without a network.
  await expect(search.getByRole('option').first()).toContainText('Settings')
  await page.unroute(/event_list|search_/)
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
})
