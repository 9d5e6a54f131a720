import { workbook } from '../support/browser/workbook.ts'
import { newReference, rupees } from '../support/people/customer.ts'
import type { Staff } from '../support/people/staff.ts'
import { approves, submitsForConcert } from '../support/sales/purchases.ts'
import { owedAtDoor } from '../support/sales/refunds.ts'
import { expect, test } from '../support/stories/story.ts'

/** A statement in HDFC's format: credits of these references and rupees, and a charge. */
function statement(credits: { utr: string; rupees: number }[], day = '05/12/26'): string {
  let balance = 100_000
  const rows = credits.map(({ utr, rupees }) => {
    balance += rupees
    return ` ${day} ,UPI-SOMEBODY-SOME@OKAXIS-UTIB0000123-${utr}-PAY ,${day} ,0.00 ,${rupees.toFixed(2)} ,0000${utr} ,${balance.toFixed(2)} `
  })
  const head = ' Date ,Narration ,Value Dat,Debit Amount ,Credit Amount ,Chq/Ref Number ,Closing Balance'
  return ['', head, ...rows, ` 06/12/26 ,Charges ,06/12/26 ,15.00 ,0.00 , ,${(balance - 15).toFixed(2)}`, ''].join('\n')
}

/** Today in India, as the bank writes it. */
const today = (): string =>
  new Date().toLocaleDateString('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
  })

/** The same reference with its last digit wrong. */
const slipOf = (reference: string): string => reference.slice(0, -1) + String((Number(reference.at(-1)) + 1) % 10)

async function imports(staff: Staff, text: string, n: number): Promise<void> {
  await staff.choosesStatement('statement.csv', text)
  await staff.page.getByRole('button', { name: n === 1 ? 'Import 1 credit' : `Import ${n} credits` }).click()
}

test('Staff find a reference with one digit wrong on every screen, and give it its credit', async ({
  customer,
  staff,
  shop,
}) => {
  const sent = await submitsForConcert(shop, customer)
  const { page } = staff
  await page.goto('/admin/payments/bank')
  await imports(staff, statement([{ utr: slipOf(sent.reference), rupees: rupees(sent.amount) }], today()), 1)
  const likely = page.getByRole('region', { name: 'Likely', exact: true }).getByRole('row')
  await expect(likely.filter({ hasText: sent.orderCode })).toContainText('one digit differs')

  await page.goto(`/admin/payments?q=${sent.orderCode}`)
  const row = page.getByRole('row').filter({ hasText: sent.orderCode })
  await expect(row).toContainText('Likely:')
  await row.getByRole('button', { name: /^View/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('one digit differs')
  await expect(dialog.getByRole('button', { name: 'Amount short' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'No credit found' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('go back and give it the credit')
  await page.getByRole('button', { name: 'Go back' }).click()
  await dialog.getByRole('button', { name: new RegExp(`^Give .* to ${sent.orderCode}$`) }).click()
  await expect(dialog).toContainText('Order matches')
  await expect(dialog.getByText('Likely:')).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog.getByText(/^Approved by /)).toBeVisible()
})

test('Staff import the bank’s statement, approve what is exact, and see what is not', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const right = await submitsForConcert(shop, customer, ['A1', 'A2'])
  const short = await submitsForConcert(shop, rival)
  const stranger = newReference()

  const { page } = staff
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Bank statement' }).click()
  await staff.choosesStatement('statement.pdf', '%PDF-1.4')
  await expect(page.getByRole('alert')).toContainText('This is a PDF.')

  const text = statement([
    { utr: right.reference, rupees: rupees(right.amount) },
    { utr: short.reference, rupees: rupees(short.amount) - 100 },
    { utr: stranger, rupees: 777 },
  ])
  await imports(staff, text, 3)
  await expect(page.getByText('3 credits added, 0 were known already')).toBeVisible()
  await imports(staff, text, 3)
  await expect(page.getByText('0 credits added, 3 were known already')).toBeVisible()

  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const differs = section('Amount differs').getByRole('row').filter({ hasText: short.orderCode })
  await expect(differs).toContainText('Credited amount differs')
  await expect(section('Credits without a payment')).toContainText('₹')
  await section('Credits without a payment').getByRole('link', { name: 'Credits' }).click()
  await page.getByLabel('Search').fill(stranger)
  await expect(page.getByRole('list', { name: 'Credits' })).toContainText('₹777.00')
  await page.goto('/admin/payments/bank')
  await expect(section('Not found').getByRole('row').first()).toBeVisible()
  const exact = section('Exact')
  await expect(exact).toContainText(right.orderCode)
  await exact.getByRole('button', { name: 'Approve 1 payment' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Approve 1 payment of ${right.amount} in all?`)
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Payment approved')).toBeVisible()
  await expect(page.getByText(/^No payment under: .*Exact/)).toBeVisible()
  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByRole('region', { name: 'Next ticket' })).toContainText(right.singer)

  const dialog = await staff.opensPayment(short)
  await expect(dialog).toContainText('Credited amount differs')
  await expect(dialog).toContainText(`UPI-SOMEBODY-SOME@OKAXIS-UTIB0000123-${short.reference}-PAY`)
})

test('One transfer with a different number in each of two exports pays for one order', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const first = await submitsForConcert(shop, customer)
  const second = await submitsForConcert(shop, rival)
  const paid = rupees(first.amount)
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const plain = `Date,Narration,Credit,Balance\n07/12/2026,UPI/${first.reference}/ASHA,${paid},71234.56\n`
  const detailed = `Txn Date,Details,Deposit,Balance\n07/12/2026,UPI ASHA PAY ${second.reference},${paid},"71,234.56"\n`
  await imports(staff, plain, 1)
  await expect(page.getByText('1 credit added, 0 were known already')).toBeVisible()
  await imports(staff, detailed, 1)
  await expect(page.getByText('0 credits added, 1 was known already')).toBeVisible()
  const claims = page.getByRole('region', { name: 'One credit, several payments' })
  await expect(claims).toContainText(first.orderCode)
  await expect(claims).toContainText(second.orderCode)

  await approves(shop, first.orderCode)
  const dialog = await staff.opensPayment(second)
  await expect(dialog).toContainText(`Paid for order ${first.orderCode}`)
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: first.orderCode })).toBeVisible()
})

test('A later file that takes an approved payment’s credit back is said beside the payment', async ({
  customer,
  staff,
  shop,
}) => {
  const paid = await submitsForConcert(shop, customer)
  const { page } = staff
  const rows = (columns: string, ...of: string[]) =>
    [`Date,Narration,${columns}`, ...of.map((row) => `07/12/2026,${row}`), ''].join('\n')
  await page.goto('/admin/payments/bank')
  await imports(staff, rows('Credit', `UPI/${paid.reference}/ASHA,${rupees(paid.amount)}`), 1)
  await expect(page.getByText('1 credit added, 0 were known already')).toBeVisible()
  await approves(shop, paid.orderCode)
  await page.goto('/admin/payments/bank')
  const reversal = `UPI-REV-${paid.reference},${rupees(paid.amount)},`
  await imports(staff, rows('Withdrawal,Deposit', reversal), 0)
  await expect(page.getByText('the bank took 1 credit back')).toBeVisible()
  const list = page.getByRole('list', { name: 'Payments whose money the bank took back' })
  await list.getByRole('link', { name: paid.orderCode }).click()
  await expect(page.getByRole('dialog')).toContainText('The bank took it back on Mon 7 Dec 2026')
})

test('A sale at the door by UPI that no credit backs is listed once credits of later days are here', async ({
  staff,
  shop,
}) => {
  const { orderCodes } = await owedAtDoor(shop, 'upi', 'cash')
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
  await imports(staff, `Date,Narration,Credit,Balance\n${day},UPI/${newReference()}/ASHA,1,71234.56\n`, 1)
  const unbacked = page.getByRole('table', { name: 'Sales at the door by UPI without a credit' })
  await expect(unbacked.getByRole('row').filter({ hasText: orderCodes[0]! })).toContainText('Farida')
  await expect(unbacked.getByRole('row').filter({ hasText: orderCodes[1]! })).toHaveCount(0)
})

test('Amounts without a mark are imported once staff say that all came in', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const rows = `05/12/2026,UPI/${newReference()},UPI,500.00\n06/12/2026,Rent,NEFT,600.00`
  await staff.choosesStatement('amounts.csv', `Date,Particulars,Tran Type,Amount\n${rows}`)
  await expect(page.getByText('Nothing in this file says which amounts came in')).toBeVisible()
  const button = page.getByRole('button', { name: 'Import 2 credits' })
  await expect(button).toBeDisabled()
  await page.getByRole('checkbox', { name: 'All of these are credits' }).check()
  await button.click()
  await expect(page.getByText('2 credits added, 0 were known already')).toBeVisible()
})

test('A gateway’s file shows its column of states and what it leaves out, and is imported as a report', async ({
  staff,
}) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const row = (state: string) => `27/11/2026,1,Ticket,asha@okaxis,1800.00,${state},${newReference()}`
  const head = 'Transaction Date,Order Id,Description,Payer VPA,Amount,Status,RRN'
  const rows = ['SUCCESS', 'FAILED', 'REFUNDED', 'PENDING', 'ON_HOLD'].map(row)
  await staff.choosesStatement('gateway.csv', [head, ...rows].join('\n'))
  await expect(page.getByText('gateway.csv: Payment report, 1 payment')).toBeVisible()
  await expect(
    page.getByText('Status: counted SUCCESS (1); left out FAILED (1), REFUNDED (1), PENDING (1).'),
  ).toBeVisible()
  await expect(page.getByText('Row 6: Its status “ON_HOLD” is not known.')).toBeVisible()
  await expect(page.getByText('Columns not used: Order Id, Payer VPA')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'All of these are credits' }).check()
  await page.getByRole('button', { name: 'Import 1 credit' }).click()
  await expect(page.getByText('1 credit added, 0 were known already')).toBeVisible()
  await page.getByText('Last imports').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'gateway.csv' })).toContainText('Payment report')
})

test('A workbook is read, what does not add up is named, and a wrong import is taken back', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const head = ['Txn Date', 'Description', 'Dr Amount', 'Cr Amount', 'Balance']
  const rows = [
    head,
    [day('2026-12-05'), `UPI/CR/${newReference()}/ASHA`, null, 500, 1500],
    [day('2026-12-06'), `UPI/CR/${newReference()}/ASHA`, null, 700, 9000],
    [day('2026-12-07'), `UPI/DR/${newReference()}/SHOP`, 200, null, 8800],
  ]
  await staff.choosesStatement('december.xlsx', workbook([{ name: 'December', rows }]))
  await expect(page.getByText('december.xlsx: 1 credit')).toContainText('1 debit left out')
  await expect(page.getByText('Row 3: ₹1,500.00 plus ₹700.00 is not its balance of ₹9,000.00.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 credit' }).click()
  await expect(page.getByText('1 credit added, 0 were known already')).toBeVisible()

  await staff.choosesStatement('ours.csv', `Date,Narration,Credit\n11/3/2026,UPI/${newReference()},500\n`)
  await expect(page.getByText('Dates such as 11/3/2026 can mean two days')).toBeVisible()
  await page.getByLabel('Dates').selectOption('Month first, 12/31')
  await expect(page.getByText('3 November 2026').or(page.getByText('3 Nov 2026')).first()).toBeVisible()

  const chosen = page.getByText('These are the columns you chose before')
  await staff.choosesStatement('december.xlsx', workbook([{ name: 'December', rows }]))
  await expect(page.getByText('december.xlsx: 1 credit')).toBeVisible()
  await expect(chosen).toBeHidden()
  await page.getByText('Which column is what').click()
  await page.getByLabel('Debit', { exact: true }).selectOption('None')
  await page.getByRole('button', { name: 'Import 1 credit' }).click()
  await expect(page.getByText('0 credits added, 1 was known already')).toBeVisible()
  await staff.choosesStatement('december.xlsx', workbook([{ name: 'December', rows }]))
  await expect(chosen).toBeVisible()
  await page.getByRole('button', { name: 'Forget this choice' }).click()
  await expect(chosen).toBeHidden()

  await page.getByText('Last imports').click()
  await page.getByRole('button', { name: 'Take back december.xlsx' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('1 credit removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back december.xlsx' })).toBeHidden()
})

test('A payment app’s report is imported as a report and listed as one', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments/bank')
  const [first, second] = [newReference(), newReference()]
  const head =
    'Merchant Id,Merchant Order Id,PhonePe Transaction Id,Transaction Type,Transaction Date,Transaction Amount,Instrument,Transaction Status,Transaction UTR'
  const row = (id: string, utr: string, rupees: number) =>
    `M1,${id},OM${utr},FORWARD_TRANSACTION,2026-12-05 10:00:00,${rupees},UPI,SUCCESS,${utr}`
  const rows = [row('REPORTED-1', first, 511), row('REPORTED-2', second, 512)]
  await staff.choosesStatement('phonepe.csv', [head, ...rows, ''].join('\n'))
  await expect(page.getByText('phonepe.csv: PhonePe report, 2 payments')).toBeVisible()
  await expect(page.getByText('says nothing of money that came another way')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 credits' }).click()
  await expect(page.getByText('2 credits added, 0 were known already')).toBeVisible()

  await page.getByText('Last imports').click()
  const listed = page.getByRole('listitem').filter({ hasText: 'phonepe.csv' })
  await expect(listed).toContainText('Payment report')
  await page.goto('/admin/payments/bank/credits?state=all')
  await page.getByLabel('Search').fill('REPORTED-1')
  await expect(page.getByRole('listitem').filter({ hasText: 'REPORTED-1' })).toContainText('Report')
  await page.goto('/admin/dashboard/history?of=credits')
  await expect(page.getByText('Payment report imported').first()).toBeVisible()
})
