import type { Page } from '@playwright/test'
import { workbook } from '../support/workbook.ts'
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
  await page.getByLabel('Statement, as CSV, text or Excel').setInputFiles(file)
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
    .getByLabel('Statement, as CSV, text or Excel')
    .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(page.getByRole('alert')).toContainText('This is a PDF.')

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

test('One credit in two banks’ wording is one, on the bank’s page and in the payment’s dialog', async ({
  customer,
  staff,
}) => {
  await customer.choosesSeats('Ira Deshpande', 1)
  const paid = await customer.pays()
  const rupees = paid.amount.replaceAll(/[₹,]/g, '')
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const hdfc = `Date,Narration,Credit Amount\n05/12/2026,UPI-SOMEBODY-SOME@OKAXIS-UTIB0000123-${paid.reference}-PAY,${rupees}\n`
  const icici = `Date,Remarks,Deposit Amount\n05/12/2026,UPI/${paid.reference}/Pay/some@okaxis/Axis Bank,${rupees}\n`
  for (const text of [hdfc, icici]) {
    await imports(page, text, 1)
    await expect(page.getByText('1 credits added, 0 were known already').last()).toBeVisible()
    await page.reload()
  }
  await expect(page.getByRole('region', { name: 'Exact', exact: true })).toContainText(paid.orderCode)
  const dialog = await staff.opensPayment(paid)
  await expect(dialog).toContainText('Order matches')
  await expect(dialog).not.toContainText('Several credits')
})

test('A workbook is read, what cannot be read is named, and a wrong import is taken back', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const chooses = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Statement, as CSV, text or Excel')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await chooses('statement.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  await expect(page.getByRole('alert')).toContainText('save it as .xlsx or CSV')

  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const head = ['Txn Date', 'Description', 'Dr Amount', 'Cr Amount', 'Balance']
  const rows = [
    head,
    [day('2026-12-05'), `UPI/CR/${newReference()}/ASHA`, null, 500, 1500],
    [day('2026-12-06'), `UPI/CR/${newReference()}/ASHA`, null, 700, 9000],
    [day('2026-12-07'), `UPI/DR/${newReference()}/SHOP`, 200, null, 8800],
  ]
  await chooses('december.xlsx', workbook([{ name: 'Lists', rows: [['x']], hidden: true }, { name: 'December', rows }])) // prettier-ignore
  await expect(page.getByText('december.xlsx: 1 credits')).toContainText('1 debits left out')
  await expect(page.getByText('Row 3: ₹1,500.00 and ₹700.00 is not its balance of ₹9,000.00.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 credits' }).click()
  await expect(page.getByText('1 credits added, 0 were known already')).toBeVisible()

  await chooses('ours.csv', Buffer.from(`Date,Narration,Credit\n11/3/2026,UPI/${newReference()},500\n`))
  await expect(page.getByText('Dates such as 11/3/2026 can be read in two ways')).toBeVisible()
  await page.getByLabel('Dates').selectOption('Month first, 12/31')
  await expect(page.getByText('3 November 2026').or(page.getByText('3 Nov 2026')).first()).toBeVisible()

  await chooses('december.xlsx', workbook([{ name: 'December', rows }]))
  await expect(page.getByText('The columns are as you chose them before')).toBeVisible()
  await page.getByRole('button', { name: 'Forget this choice' }).click()
  await expect(page.getByText('The columns are as you chose them before')).toBeHidden()

  await page.getByText('Last imports').click()
  await page.getByRole('button', { name: 'Take back december.xlsx' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('1 credit removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back december.xlsx' })).toBeHidden()
})
