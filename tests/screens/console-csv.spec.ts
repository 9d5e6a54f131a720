import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readCsv } from '../../src/platform/text/csv.ts'
import { inDatabase } from '../support/database/database.ts'
import { rupees } from '../support/people/customer.ts'
import { submitsForConcert } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

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
  await page.getByRole('link', { name: 'History' }).click()
  const lines = page
    .getByRole('listitem')
    .filter({ hasText: 'saved as a file' })
    .filter({ hasText: 'Vikram Shettigar' })
  await expect(lines.filter({ hasText: 'Payments saved as a file' })).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Payments' }).last()).toContainText(`Rows: ${all.rows.length}`)
  await expect(lines.filter({ hasText: 'Bookings saved as a file' })).toContainText('Rows: 1')
  await expect(lines.filter({ hasText: 'Users saved as a file' })).toContainText('Rows: 1')
})
