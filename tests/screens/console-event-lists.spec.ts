import { dayKey } from '../../src/platform/time/ist.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { rupees } from '../support/people/customer.ts'
import { submitsForConcert } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff see the payments and bookings of one concert, and what the bank says of each', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const mine = await submitsForConcert(shop, customer)
  const other = await submitsForConcert(shop, rival)

  const { page } = staff
  const row = (payment: { orderCode: string }) => page.getByRole('row').filter({ hasText: payment.orderCode })
  await page.goto(`/admin/payments`)
  await page.getByRole('button', { name: 'Choose an event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an event' })
  await dialog.getByLabel('Find a concert').fill(mine.singer)
  await dialog.getByRole('listitem').filter({ hasText: mine.singer }).getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`event=${mine.id}`))
  // Another story of this shop may have imported a statement.
  await expect(row(mine)).toContainText(/Bank: (no statement yet|not found)/)
  await expect(row(other)).toHaveCount(0)

  const { client: admin } = await demoPerson(shop, 'admin')
  const credit = { booked_on: dayKey(Date.now()), amount: rupees(mine.amount), utrs: [mine.reference] }
  const imported = { ...credit, narration: 'UPI', balance: null, occurrence: 1 }
  await admin.rpc('import_bank_rows', { p_rows: [imported] }).throwOnError()
  await page.getByRole('button', { name: 'Refresh Now' }).click()
  await expect(row(mine)).toContainText('Bank: exact')
  await page.goto(`/admin/bookings?event=${mine.id}`)
  await expect(page.getByText(new RegExp(`^${mine.singer}, `)).first()).toBeVisible()
  await expect(row(mine)).toBeVisible()
  await expect(row(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(row(other)).toBeVisible()
})
