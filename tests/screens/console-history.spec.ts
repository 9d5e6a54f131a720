import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readCsv } from '../../src/platform/text/csv.ts'
import { inDatabase } from '../support/database/database.ts'
import { rupees } from '../support/people/customer.ts'
import { approves, submitsForConcert } from '../support/sales/purchases.ts'
import { choosesFromMenu } from '../support/stories/concert-page.ts'
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
  for (const list of ['/admin/events', '/admin/tickets', '/admin/layouts']) {
    await page.goto(list)
    await choosesFromMenu(page, 'History')
    await expect(dialog.getByText(/ added .+$|^No changes so far\.$/).first()).toBeVisible()
  }

  await page.goto('/admin/dashboard')
  await staff.choosesFromMenu('Setup', 'History')
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await page.getByLabel('What').selectOption('Singer')
  const entry = page.getByRole('listitem').filter({ hasText: 'Singer Meera Joglekar added' })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Name: Meera Joglekar')

  // A payment of this story: staff add payments too, at the box office, and other stories do meanwhile.
  const payment = await submitsForConcert(shop, customer)
  await approves(shop, payment.orderCode)
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

test('The dashboard shows open work, then the figures, the last days and the next events', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/dashboard')
  for (const [name, href] of Object.entries(figures))
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect(page.getByText(/^\d+ payments?, the oldest /)).toBeVisible()
  // Work is above the figures.
  const order = await page.getByRole('main').evaluate((main) => main.textContent ?? '')
  expect(order.indexOf('Waiting for you')).toBeLessThan(order.indexOf('Total Singers'))
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
  await expect(page.getByRole('definition').filter({ hasText: /^–$/ })).toHaveCount(8)
  await expect(page.getByText(/^(Refunds owed|Unread messages) –$/)).toHaveCount(2)
  expect(logged.join('\n')).toContain('Dashboard statistics failed: invalid')
})

async function downloads(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const download = page.waitForEvent('download')
  const written = page.waitForResponse(/\/rpc\/note_export/)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  await written
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  // References stay text with all their digits in a spreadsheet.
  expect(text).not.toMatch(/,\d{12},/)
  const [head = [], ...rows] = readCsv(text)
  return {
    name: file.suggestedFilename(),
    rows: rows.map((row) => Object.fromEntries(head.map((one, at) => [one, row[at] ?? '']))),
  }
}

test('A file of thousands says how far it is, stops when asked, and is whole or not made', async ({
  customer,
  staff,
  shop,
}) => {
  const MANY = 5_400
  const { orderCode } = await submitsForConcert(shop, customer)
  // All of one moment.
  await inDatabase(shop, (sql) =>
    sql.query(
      `insert into public.payment_lines
       select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'line', n + 1, 'split_from', l.id))).*
       from public.payment_lines l join public.payments p on p.id = l.payment_id, generate_series(1, $2::integer) as n
       where p.order_code = $1`,
      [orderCode, MANY - 1],
    ),
  )
  const { page } = staff
  const [toStop, button] = ['Stop', 'Download CSV'].map((name) => page.getByRole('button', { name, exact: true }))
  let noted = 0
  await page.route('**/rpc/note_export', (route) => {
    noted += 1
    return route.continue()
  })
  const LATER_PAGES = '**/rpc/read_file_rows'
  const isLater = (body: unknown): boolean => (body as { p_after?: string }).p_after !== undefined
  await page.goto('/admin/bookings')

  let goOn = (): void => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(LATER_PAGES, async (route) => {
    if (isLater(route.request().postDataJSON())) await held
    await route.continue()
  })
  await button!.click()
  const read = page.getByRole('status').filter({ hasText: /^5,000 of 5,\d{3} rows$/ })
  await expect(read).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Rows read' })).toBeVisible()
  await toStop!.click()
  await expect(page.getByText('Stopped. The file was not made.')).toBeVisible()
  await expect(read).toHaveCount(0)
  await expect(button!).toBeFocused()

  const download = page.waitForEvent('download')
  await button!.click()
  await expect(read).toBeVisible()
  // What changes meanwhile is in the file once.
  await inDatabase(shop, (sql) =>
    sql.query(
      `update public.payment_lines l set created_at = l.created_at - interval '1 day'
       from public.payments p where p.id = l.payment_id and p.order_code = $1`,
      [orderCode],
    ),
  )
  goOn()
  const [, ...rows] = readCsv(readFileSync(await (await download).path(), 'utf8'))
  expect(rows.filter((row) => row.includes(orderCode))).toHaveLength(MANY)
  await expect(page.getByText(/^5,\d{3} rows saved$/)).toBeVisible()

  await page.unroute(LATER_PAGES)
  await page.route(LATER_PAGES, (route) =>
    isLater(route.request().postDataJSON())
      ? route.fulfill({ status: 403, json: { code: 'PT403', message: 'forbidden', details: '', hint: '' } })
      : route.continue(),
  )
  await button!.click()
  await expect(page.getByText(/^The file was not made\. /)).toBeVisible()
  expect(noted).toBe(1)
})

test('Staff save what a list shows, all its pages, and no customer puts a formula into the file', async ({
  customer,
  staff,
  shop,
}) => {
  const payment = await submitsForConcert(shop, customer, ['A1', 'A2'])
  const formula = '=HYPERLINK("http://evil.example","Refund")'
  await inDatabase(shop, (sql) =>
    sql.query('update public.profiles set name = $1 where email = $2', [formula, customer.email]),
  )

  const { page } = staff
  await page.goto('/admin/payments?status=all')
  await expect(page.getByRole('table')).toBeVisible()
  const all = await downloads(page)
  expect(all.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/)
  const total = await inDatabase(shop, (sql) =>
    sql.query<{ n: number }>('select count(*)::int as n from public.payments where not is_test'),
  )
  expect(all.rows).toHaveLength(total[0]!.n)
  const mine = all.rows.find((row) => row.Order === payment.orderCode)
  expect(mine).toMatchObject({
    Name: `'${formula}`,
    UTR: payment.reference,
    State: 'pending',
    'Stated (INR)': String(rupees(payment.amount)),
  })

  await page.getByLabel('Search').fill(payment.orderCode)
  await expect(page.getByRole('row').filter({ hasText: payment.orderCode })).toHaveCount(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  expect((await downloads(page)).rows.map((row) => row.Order)).toEqual([payment.orderCode])

  await page.goto(`/admin/bookings?q=${payment.orderCode}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const bookings = await downloads(page)
  expect(bookings.rows).toHaveLength(1)
  expect(bookings.rows[0]).toMatchObject({ Email: customer.email, Quantity: '2', State: 'pending', 'Ticket code': '' })

  await page.goto(`/admin/users?q=${customer.email}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const users = await downloads(page)
  expect(users.rows).toEqual([
    expect.objectContaining({ Email: customer.email, Name: `'${formula}`, Role: 'customer' }),
  ])

  await page.goto('/admin/dashboard')
  await staff.choosesFromMenu('Setup', 'History')
  const lines = page
    .getByRole('listitem')
    .filter({ hasText: 'saved as a file' })
    .filter({ hasText: 'Vikram Shettigar' })
  await expect(lines.filter({ hasText: 'Payments saved as a file' })).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Payments' }).last()).toContainText(`Rows: ${all.rows.length}`)
  // The last one is above; the story of thousands saved bookings, too.
  await expect(lines.filter({ hasText: 'Bookings saved as a file' }).first()).toContainText('Rows: 1')
  await expect(lines.filter({ hasText: 'Users saved as a file' })).toContainText('Rows: 1')
})
