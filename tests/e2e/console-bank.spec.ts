import type { Page } from '@playwright/test'
import { newReference } from './support/customer.ts'
import { expect, test } from './support/story.ts'

/** A statement as HDFC has it: credits of these references and rupees, and a charge behind them. */
function statement(credits: { utr: string; rupees: number }[]): string {
  let balance = 100_000
  const rows = credits.map(({ utr, rupees }) => {
    balance += rupees
    return ` 05/12/26 ,UPI-SOMEBODY-SOME@OKAXIS-UTIB0000123-${utr}-PAY ,05/12/26 ,0.00 ,${rupees.toFixed(2)} ,0000${utr} ,${balance.toFixed(2)} `
  })
  const head = ' Date ,Narration ,Value Dat,Debit Amount ,Credit Amount ,Chq/Ref Number ,Closing Balance'
  return ['', head, ...rows, ` 06/12/26 ,Charges ,06/12/26 ,15.00 ,0.00 , ,${(balance - 15).toFixed(2)}`, ''].join('\n')
}

async function imports(page: Page, text: string, n: number): Promise<void> {
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Statement, as CSV or text').setInputFiles(file)
  await page.getByRole('button', { name: `Import ${n} credits` }).click()
}

test('Staff import the bank’s statement, approve what is exact, and see what is not', async ({
  customer,
  rival,
  staff,
}) => {
  await customer.choosesSeats('Ira Deshpande', 2)
  const right = await customer.pays()
  await rival.choosesSeats('Ira Deshpande', 1)
  const short = await rival.pays()
  const rupees = (amount: string): number => Number(amount.replaceAll(/[₹,]/g, ''))
  const stranger = newReference()

  const { page } = staff
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Bank statement' }).click()
  await page
    .getByLabel('Statement, as CSV or text')
    .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(page.getByRole('alert')).toContainText('This is not a CSV file.')

  const text = statement([
    { utr: right.reference, rupees: rupees(right.amount) },
    { utr: short.reference, rupees: rupees(short.amount) - 100 },
    { utr: stranger, rupees: 777 },
  ])
  await imports(page, text, 3)
  await expect(page.getByText('3 credits added, 0 were known already')).toBeVisible()
  await imports(page, text, 3)
  await expect(page.getByText('0 credits added, 3 were known already')).toBeVisible()

  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Amount differs')).toContainText(short.orderCode)
  await expect(section('Credit without claim')).toContainText(stranger)
  await expect(section('Not found').getByRole('row').first()).toBeVisible()
  const exact = section('Exact')
  await expect(exact).toContainText(right.orderCode)
  await exact.getByRole('button', { name: 'Approve 1 payment' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Approve 1 payment of ${right.amount} in all?`)
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Payment approved')).toBeVisible()
  await expect(exact).toContainText('None.')
  await customer.seesTicketsArrive()

  const dialog = await staff.opensPayment(short)
  await expect(dialog).toContainText('Amount differs')
  await expect(dialog).toContainText(`UPI-SOMEBODY-SOME@OKAXIS-UTIB0000123-${short.reference}-PAY`)
})
