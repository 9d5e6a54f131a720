import type { Page } from '@playwright/test'
import { dayKey } from '../../src/platform/time/ist.ts'
import type { Shop } from '../support/server/shop.ts'
import { newReference, type Customer } from '../support/people/customer.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { holds, submits, type Held } from '../support/sales/purchases.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { expect, test } from '../support/stories/story.ts'

/** Holds seats, pays in the bank's app and closes the page before anything is sent. */
async function paysAndLeaves(shop: Shop, customer: Customer): Promise<Held> {
  const { categories } = await publishConcert(shop, [gold])
  return holds(shop, customer, categories.Gold!, ['A1'])
}

/** Two orders of one price, together. */
const rupeesTwice = (amount: string): string => String(2 * Number(amount.replaceAll(/[₹,]/g, '')))

/** Imports credits of today, each with its own UTR in the narration. */
async function imports(page: Page, credits: { says: string; amount: string; reference?: string }[]): Promise<void> {
  const day = dayKey(Date.now()).split('-').toReversed().join('/')
  const rows = credits.map(
    ({ says, amount, reference = newReference() }) =>
      `${day},UPI/${reference}/${says},${amount.replaceAll(/[₹,]/g, '')}`,
  )
  await page.goto('/admin/payments/bank')
  await page.getByLabel('Statement or report, as CSV, text or Excel').setInputFiles({
    name: 'today.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Date,Narration,Credit', ...rows, ''].join('\n')),
  })
  const all = credits.length === 1 ? '1 credit' : `${credits.length} credits`
  await page.getByRole('button', { name: `Import ${all}` }).click()
  await expect(page.getByText(`${credits.length} credits added`)).toBeVisible()
}

test('Staff give credits to orders that were paid and never submitted, set one aside and send one back', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const { page } = staff
  const named = await paysAndLeaves(shop, customer)
  const unnamed = await paysAndLeaves(shop, rival)
  const { categories } = await publishConcert(shop, [gold])
  const reference = newReference()
  const one = await submits(shop, customer, categories.Gold!, ['A1'], { reference })
  await submits(shop, rival, categories.Gold!, ['A2'], { reference })
  await imports(page, [
    { says: `ASHA/${named.orderCode}`, amount: named.amount },
    { says: 'NO CODE AT ALL', amount: unnamed.amount },
    { says: 'SPONSOR OF THE SEASON', amount: '₹7,777.00' },
    { says: 'PAID TWICE', amount: '₹8,888.00' },
    { says: 'FOR US BOTH', amount: rupeesTwice(one.amount), reference },
  ])
  const credit = (says: string) => page.getByRole('listitem').filter({ hasText: says }).first()
  const shows = async (says: string) => {
    await page.goto('/admin/payments/bank')
    await page.getByRole('navigation', { name: 'Bank' }).getByRole('link', { name: 'Credits' }).click()
    await page.getByLabel('Search').fill(says)
    await expect(credit(says)).toBeVisible()
    return credit(says)
  }

  await test.step('A credit that names an order is given to it with one press, and the order becomes a payment', async () => {
    const row = await shows(named.orderCode)
    await expect(row).toContainText('Named by the order’s code')
    await row.getByRole('button', { name: `Give to ${named.orderCode}` }).click()
    await expect(page.getByText(`${named.amount} given to ${named.orderCode}`)).toBeVisible()
    await expect(row).toContainText('Given to it')
    const dialog = await staff.opensPayment({ ...named, reference: '', path: '' })
    await expect(dialog).toContainText('No screenshot: the bank’s credit made this payment.')
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await expect(dialog.getByText(/^Approved by /)).toBeVisible()
  })

  await test.step('A credit without a code is given to an order by the code that staff type, and no other', async () => {
    const row = await shows('NO CODE AT ALL')
    await row.getByRole('button', { name: /^Give to an order/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Order code').fill('MF00000000')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText('There is no order with this code.')
    await dialog.getByLabel('Order code').fill(unnamed.orderCode.toLowerCase())
    await dialog.getByLabel('Order code').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(unnamed.orderCode)
    await expect(row).toContainText('Given by')
    await row.getByRole('button', { name: /^Take back/ }).click()
    await expect(row).toContainText('Open')
    await page.goto('/admin/dashboard/history?of=payments')
    await expect(page.getByText(`Payment ${unnamed.orderCode} deleted`)).toBeVisible()
  })

  await test.step('One transfer for two orders gives each its price with one press, or what staff type', async () => {
    const row = await shows('FOR US BOTH')
    await row.getByRole('button', { name: 'Give each its price' }).click()
    await expect(page.getByText('shared among 2 orders')).toBeVisible()
    await expect(row).toContainText('Part of')
    await page.getByRole('button', { name: 'Set aside', exact: true }).click()
    await expect(row).toContainText('Shared by')
    await row.getByRole('button', { name: /^Take back/ }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await row.getByRole('button', { name: /^Give to another order/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Order code').nth(1)).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Another order' }).click()
    await dialog.getByLabel('Amount').first().fill('99999')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('more than came in')
    await dialog.getByLabel('Amount').first().fill('1')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('stays open')).toBeVisible()
  })

  await test.step('A credit is set aside with a reason, and Undo takes that back', async () => {
    const row = await shows('SPONSOR OF THE SEASON')
    await row.getByRole('button', { name: /^Set aside/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set aside' }).click()
    await expect(dialog).toContainText('Write why')
    await dialog.getByLabel('Reason').fill('A sponsor’s money')
    await dialog.getByRole('button', { name: 'Set aside' }).click()
    await expect(row).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('Open')
  })

  await test.step('A credit that was sent back is recorded with the UPI id and the UTR of the transfer', async () => {
    const row = await shows('PAID TWICE')
    await row.getByRole('button', { name: /^Record as sent back/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'Open a UPI app' })).toBeHidden()
    await dialog.getByLabel('Sent to the UPI id').fill('asha@okaxis')
    await expect(dialog.getByRole('img', { name: 'UPI QR: ₹8,888.00 to asha@okaxis' })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute(
      'href',
      'upi://pay?pa=asha@okaxis&pn=asha%40okaxis&am=8888.00&cu=INR&tn=Refund',
    )
    await dialog.getByLabel('UTR of the transfer').fill('4123 5678')
    await dialog.getByRole('button', { name: 'Record as sent back' }).click()
    await expect(dialog).toContainText('Enter the 12 digits')
    const utr = newReference()
    await dialog.getByLabel('UTR of the transfer').fill(utr)
    await dialog.getByRole('button', { name: 'Record as sent back' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sent back', exact: true }).click()
    await expect(row).toContainText(`Sent back to asha@okaxis`)
    await page.goto('/admin/dashboard/history?of=credits')
    await expect(page.getByText('Credit of ₹8,888.00 sent back')).toBeVisible()
  })
})

test('An admin lets credits approve while on shift, and two admins do not overwrite each other’s rules', async ({
  staff,
  rival,
  shop,
}) => {
  const { page } = staff
  await page.goto('/admin/payments/bank/proofs')
  const form = page.getByRole('form', { name: 'Rules' })
  await expect(form.getByRole('radio', { name: 'Off' })).toBeChecked()
  await expect(form.getByRole('status')).toHaveText(/^A person approves every payment/)

  await withSecondAdmin(shop, rival, async ({ page: other }) => {
    await other.goto('/admin/payments/bank/proofs')
    const theirs = other.getByRole('form', { name: 'Rules' })
    await theirs.getByLabel('Approvals in a minute').fill('30')
    await theirs.getByRole('button', { name: 'Save rules' }).click()
    await expect(other.getByText('Rules saved')).toBeVisible()
  })

  await form.getByRole('radio', { name: 'Only while an admin is on shift' }).check()
  await form.getByLabel('Largest payment, in rupees').fill('₹5,000')
  await form.getByRole('button', { name: 'Save rules' }).click()
  await expect(form.getByRole('alert')).toContainText('Approvals in a minute, now stored: 30')
  await form.getByRole('button', { name: 'Save rules' }).click()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form.getByRole('status')).toHaveText(/up to ₹5,000\.00 .* at most 30 in a minute/)

  await page.getByLabel('My shift').selectOption('2 hours')
  await page.getByRole('button', { name: /^On shift until \d/ }).click()
  await expect(page.getByRole('region', { name: 'Shift' }).getByRole('status')).toHaveText(
    /^An admin is on shift until \d/,
  )
  await page.getByRole('button', { name: 'End my shift' }).click()
  await expect(page.getByRole('region', { name: 'Shift' }).getByRole('status')).toHaveText('No one is on shift')

  await form.getByRole('radio', { name: 'Off' }).check()
  await form.getByRole('button', { name: 'Save rules' }).click()
  await expect(form.getByRole('status')).toHaveText(/^A person approves every payment/)
  await page.getByRole('button', { name: 'Day before' }).click()
  await expect(page.getByText(/^No payment was approved by proof on /)).toBeVisible()
})
