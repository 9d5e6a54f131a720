import type { Page } from '@playwright/test'
import { boughtTicket } from '../support/sales/refunds.ts'
import { expect, test } from '../support/stories/story.ts'

const paise = (text: string): number => Math.round(Number(text.replaceAll(/[₹, ]/g, '').replace('−', '-')) * 100)

/** Opens the books and returns what an account holds, in paise. */
async function readsBooks(page: Page): Promise<(account: string) => number> {
  await page.goto('/admin/books')
  await expect(page.getByRole('region', { name: 'What it is for' })).toBeVisible()
  const rows: [string, number][] = []
  for (const row of await page.getByRole('row').filter({ hasText: '₹' }).all())
    rows.push([await row.innerText(), paise(await row.getByRole('cell').last().innerText())])
  return (account) => rows.filter(([text]) => text.startsWith(account)).reduce((sum, [, amount]) => sum + amount, 0)
}

test('Staff read in the books what an approval added, and why the money is here', async ({ staff, shop }) => {
  const { page } = staff
  await boughtTicket(shop, 'Leela Joshi')
  const before = await readsBooks(page)
  await boughtTicket(shop, 'Meera Joshi')
  const after = await readsBooks(page)
  const added = (account: string) => after(account) - before(account)
  expect(added('Sales')).toBeGreaterThan(0)
  expect(added('GST')).toBeGreaterThan(0)
  expect(added('Approved, not seen yet')).toBe(added('Sales') + added('GST') + added('Convenience fee'))
  const sums = await page.getByRole('row').filter({ hasText: 'Together' }).all()
  expect(await sums[0]!.innerText()).toBe(await sums[1]!.innerText())

  await page.getByLabel('Booked in').selectOption({ index: 1 })
  await expect(page.getByRole('columnheader', { name: 'In the month' }).first()).toBeVisible()
  const longAgo = await page.getByLabel('Booked in').getByRole('option').last().innerText()
  await page.getByLabel('Booked in').selectOption(longAgo)
  await expect(page.getByText('Nothing is booked yet')).toBeVisible()

  await page.goto('/admin/bookings?q=Meera%20Joshi')
  await page.getByRole('button', { name: /^View booking of Meera Joshi/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Why is this money here?').click()
  await expect(dialog.getByRole('listitem').filter({ hasText: /^Approved by / })).toContainText('Sales ₹')
})
