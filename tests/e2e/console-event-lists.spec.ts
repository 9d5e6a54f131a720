import { dayKey } from '../../src/platform/time/ist.ts'
import { demoPerson } from '../support/visitor.ts'
import { expect, test } from './support/story.ts'

test('Staff see the payments and bookings of one concert, and what the bank says of each', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const { city } = await customer.choosesSeats('Ira Deshpande', 1)
  const mine = await customer.pays()
  await rival.choosesSeats('Meher Qazi', 1)
  const other = await rival.pays()

  const { page } = staff
  const row = (payment: { orderCode: string }) => page.getByRole('row').filter({ hasText: payment.orderCode })
  await page.goto(`/admin/payments`)
  await page.getByRole('button', { name: 'Choose an event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an event' })
  await dialog.getByLabel('Find a concert').fill('Ira Deshpande')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Ira Deshpande' })
    .filter({ hasText: city })
    .getByRole('button')
    .first()
    .click()
  await expect(page).toHaveURL(/event=/)
  await expect(row(mine)).toContainText('Bank: no statement yet')
  await expect(row(other)).toHaveCount(0)

  const admin = await demoPerson(shop, 'admin')
  const { data } = await admin.client
    .rpc('get_payment_details')
    .select('transaction_id,amount')
    .eq('order_code', mine.orderCode)
  const [payment] = data as { transaction_id: string; amount: number }[]
  const credit = {
    booked_on: dayKey(Date.now()),
    amount: payment!.amount,
    narration: 'UPI',
    balance: null,
    occurrence: 1,
  }
  await admin.client
    .rpc('import_bank_rows', { p_rows: [{ ...credit, utrs: [payment!.transaction_id] }] })
    .throwOnError()
  await page.getByRole('button', { name: 'Refresh Now' }).click()
  await expect(row(mine)).toContainText('Bank: exact')
  const event = new URL(page.url()).searchParams.get('event')
  await page.goto(`/admin/bookings?event=${event}`)
  await expect(page.getByText(/^Ira Deshpande, /).first()).toBeVisible()
  await expect(row(mine)).toBeVisible()
  await expect(row(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(row(other)).toBeVisible()
})
