import { newReference } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

test('A statement with a quotation mark that never closes is refused, with its row, and nothing of it is imported', async ({
  staff,
}) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const second = newReference()
  const rows = [newReference(), second, newReference()].map((utr) => `05/12/2026,UPI-SOMEBODY-${utr}-PAY,500.00`)
  const text = ['Date,Narration,Credit Amount', ...rows, ''].join('\n')
  const choose = (name: string, content: string) =>
    page
      .getByLabel('Statement or report, as CSV, text or Excel')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('cut.csv', text.replace(new RegExp(`(?=UPI-[^,]*${second})`), '"'))
  await expect(page.getByRole('alert')).toContainText('A quotation mark in row 3 is never closed')
  await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0)

  await choose('whole.csv', text)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import 3 credits' })).toBeVisible()
})
