import type { Page } from '@playwright/test'
import { formatDay } from '../../src/platform/time/ist.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { demoPerson, personOf } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

const opensPaper = async (page: Page, orderCode: string): Promise<void> => {
  await page.goto('/orders')
  await page.getByRole('link', { name: `Receipt of order ${orderCode}` }).click()
}

test('A company’s order has a tax invoice in its name, also without a network, and what goes back a credit note', async ({
  customer,
  shop,
}) => {
  const { page, context } = customer
  await page.goto('/profile')
  await page.getByLabel('Company').fill('Rao Traders')
  await page.getByLabel('GSTIN').fill('29aagcb7383j1z5')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByLabel('GSTIN')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('GSTIN').fill('29 aagcb 7383 j1z4')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  const concert = await publishConcert(shop, [hall])
  const bought = await buys(shop, customer, concert.categories.Hall!, ['D1', 'D2'])
  const { client } = await personOf(shop, customer)
  const { data: papers } = await client.from('papers').select('number').throwOnError()
  const number = String(papers?.[0]?.number)
  expect(number).toMatch(/^MF\/\d{4}\/\d{6}$/)
  await opensPaper(page, bought.orderCode)
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
  for (const text of [
    ...[number, formatDay(Date.now()), bought.orderCode, 'GSTIN 27AAPFU0939F1ZV', 'Rao Traders', customer.name],
    ...['GSTIN 29AAGCB7383J1Z4', 'Place of supply', 'SAC 999622', 'D1, D2', 'Taxable value', bought.amount],
  ])
    await expect(paper).toContainText(text)

  await context.setOffline(true)
  await page.reload()
  await expect(paper).toContainText(number)
  await page.evaluate(() => {
    globalThis.print = () => void (document.documentElement.dataset.printed = '1')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  await context.setOffline(false)

  const { client: admin } = await demoPerson(shop, 'admin')
  const { data: ticket } = await client.from('user_tickets').select('id').single().throwOnError()
  const owed = { p_payment_id: bought.paymentId, p_ticket_id: ticket.id, p_amount: 500, p_note: 'Ill' }
  const { data: refund } = await admin.rpc('start_refund', owed).throwOnError()
  const paid = { p_refund_id: refund.id, p_amount: 500, p_way: 'other', p_to: 'By cheque' }
  await admin.rpc('mark_refunded', paid).throwOnError()
  await page.reload()
  await page.getByRole('link', { name: /^Credit note CN\/\d{4}\/\d{6}$/ }).click()
  await expect(paper.getByRole('heading', { name: 'Credit note' })).toBeVisible()
  await expect(paper).toContainText(number)
  await expect(paper).toContainText('₹500.00')
  await page.getByRole('link', { name: `Tax invoice ${number}` }).click()
  await expect(paper.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
})

test('Staff find an order by the number of its invoice and open it', async ({ customer, staff, shop }) => {
  const { page } = staff
  const concert = await publishConcert(shop, [hall])
  const bought = await buys(shop, customer, concert.categories.Hall!, ['D1'])
  const { client } = await personOf(shop, customer)
  const { data: papers } = await client.from('papers').select('number').throwOnError()
  const number = String(papers?.[0]?.number)
  await page.goto('/admin/payments?status=all')
  await page.getByRole('searchbox').fill(number.toLowerCase())
  const row = page.getByRole('row').filter({ hasText: bought.orderCode })
  await row.getByRole('button', { name: /^View payment of / }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByRole('article')).toContainText(number)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the payment' }).click()
  await expect(page.getByRole('dialog')).toContainText(bought.orderCode)
})
