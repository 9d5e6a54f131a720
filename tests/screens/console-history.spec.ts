import { submitsForConcert } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('What staff change is written down, with who, before and after', async ({ customer, staff, shop }) => {
  const { page } = staff
  await page.goto('/admin/singers')
  await page.getByLabel('New singer').fill('Meera Joglekar')
  await page.getByLabel('New singer').press('Enter')
  await expect(page.getByText('Singer added successfully')).toBeVisible()
  await page.goto('/admin/singers?q=Joglekar')
  await page.getByRole('button', { name: 'Rename: Meera Joglekar' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Meera Joglekar-Sathe')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await expect(page.getByText('Singer updated successfully')).toBeVisible()

  await page.getByRole('button', { name: 'History: Meera Joglekar-Sathe' }).click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  const renamed = dialog.getByRole('listitem').filter({ hasText: 'Singer Meera Joglekar-Sathe changed' })
  await expect(renamed).toContainText('Vikram Shettigar')
  await expect(renamed.getByRole('deletion')).toHaveText('Meera Joglekar')
  await expect(renamed.getByRole('insertion')).toHaveText('Meera Joglekar-Sathe')
  await expect(dialog.getByText('Singer Meera Joglekar added')).toBeVisible()
  for (const [list, row] of [
    ['/admin/events', /^History: .+, .+, /],
    ['/admin/tickets', /^History: .+, .+, /],
    ['/admin/layouts', /^History: /],
  ] as const) {
    await page.goto(list)
    await page.getByRole('button', { name: row }).first().click()
    await expect(dialog.getByText(/ added .+$|^No changes so far\.$/).first()).toBeVisible()
  }

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await page.getByLabel('What').selectOption('Singer')
  const entry = page.getByRole('listitem').filter({ hasText: 'Singer Meera Joglekar added' })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Name: Meera Joglekar')

  // A payment of this story: staff add payments too, at the box office, and other stories do meanwhile.
  const payment = await submitsForConcert(shop, customer)
  await staff.approves(payment)
  const [added, decided] = ['added', 'changed'].map((what) => page.getByText(`Payment ${payment.orderCode} ${what}`))
  await page.goto('/admin/dashboard/history?of=payments')
  await expect(added!).toBeVisible()
  // The customer's upload of the picture is a change too.
  await expect(decided!).toHaveCount(2)
  await page.getByRole('switch', { name: 'Only what staff did' }).click()
  await expect(added!).toHaveCount(0)
  await expect(decided!).toHaveCount(1)
})

const figures: Record<string, string> = {
  'Total Singers': '/admin/singers',
  'Total Events': '/admin/events?when=all',
  'Upcoming Events': '/admin/events',
  'Tickets Sold': '/admin/tickets?sort=-tickets_sold',
  Revenue: '/admin/payments?status=approved',
  'Recent Bookings': '/admin/bookings?status=recent',
  'Average Tickets per Event': '/admin/events?when=all&sort=-tickets_sold',
  'Completed Events': '/admin/events?when=past',
}

test('The dashboard shows the last days, the next events, and open work', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/dashboard')
  for (const [name, href] of Object.entries(figures))
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect(page.getByText(/^\d+ payments?, the oldest /)).toBeVisible()
  const revenue = page.getByRole('figure', { name: /^Revenue per day/ })
  await revenue.getByText('As a table').click()
  await expect(revenue.getByRole('row')).toHaveCount(30)
  await expect(page.getByRole('figure', { name: /^Tickets per day/ })).toBeVisible()
  await expect(page.getByText(/^[\d,]+ of [\d,]+ sold, \d+%/)).toHaveCount(12)
  await page.getByRole('link', { name: 'Unread messages' }).click()
  await expect(page.getByRole('button', { name: /^Messages/ })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/admin/dashboard')
  const recent = page.locator('dl > div').filter({ hasText: 'Recent Bookings' }).getByRole('definition').first()
  await expect(recent).toHaveText(/^[\d,]+$/)
  const shown = Number((await recent.textContent())?.replaceAll(',', ''))
  await page.getByRole('link', { name: 'Recent Bookings' }).click()
  await expect(page.getByRole('button', { name: 'Tickets of the last 24 hours' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: /^View booking of / })).toHaveCount(Math.min(shown, 25))

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Refunds owed' }).click()
  await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Refunds' })).toBeVisible()

  // Each figure that fails shows a dash, and the log has the reason.
  const logged: string[] = []
  page.context().on('console', (message) => logged.push(message.text()))
  await page.route('**/rest/v1/rpc/dashboard_*', (route) =>
    route.fulfill({ status: 400, json: { message: 'invalid', code: 'PT400', details: '', hint: '' } }),
  )
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('definition').filter({ hasText: /^–$/ })).toHaveCount(10)
  expect(logged.join('\n')).toContain('Dashboard statistics failed: invalid')
})
