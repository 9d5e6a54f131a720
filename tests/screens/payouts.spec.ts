import { readFile } from 'node:fs/promises'
import { newReference } from '../support/people/customer.ts'
import { refundDue, refundOwed } from '../support/sales/refunds.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff pay several refunds with one file for the bank, and its answer marks them', async ({ staff, shop }) => {
  const { page } = staff
  const names = ['Lalita Wagh', 'Madhav Wagh', 'Nalini Wagh']
  for (const name of names.slice(0, 2)) await refundDue(shop, name)
  await refundOwed(shop, names[2]!)
  await page.goto('/admin/bookings/refunds?q=Wagh')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay several' }).click()
  const several = page.getByRole('region', { name: 'Pay several' })
  await expect(several.getByRole('button', { name: 'Make the bank file' })).toBeDisabled()
  await row(names[2]!).getByRole('checkbox').check()
  await expect(several.getByRole('status')).toContainText('Chosen: 1 payment, ₹')
  await several.getByRole('button', { name: 'All with a UPI id' }).click()
  await expect(several.getByRole('status')).toContainText('Chosen: 3 payments, ₹')
  await several.getByRole('button', { name: 'Make the bank file' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File for').selectOption('HDFC Bank ENet, accounts')
  await expect(dialog.getByLabel(/Wagh, ₹/)).toHaveCount(3)
  await dialog.getByLabel('File for').selectOption('Plain CSV')
  await dialog.getByRole('button', { name: 'Download the file' }).click()
  await expect(dialog).toContainText('Write name@bank, or 9 to 18 digits and the IFSC')
  await dialog.getByLabel(/^Nalini Wagh/).fill('5010 0123 4567 89 hdfc0001234')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the file' }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(text).toContain('Lalita Wagh,once.more@examplebank,,,')
  expect(text).toContain('Nalini Wagh,,"=""50100123456789""",HDFC0001234,')

  const file = page.getByRole('group', { name: /^Bank file: 3 payments/ })
  await expect(row(names[0]!)).toContainText('In a file')
  await expect(row(names[0]!).getByRole('button', { name: /^Refund / })).toHaveCount(0)
  await expect(file.getByRole('button', { name: 'Download again' })).toHaveCount(0)
  const lines = text.split('\r\n')
  const codes = names.map((name) =>
    lines
      .find((line) => line.startsWith(name))
      ?.split(',')
      .at(-1),
  )
  const utrs = codes.map(() => newReference())
  await file.getByRole('button', { name: 'Mark as sent' }).click()
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog).toContainText('No line has an order of this file and one UTR.')
  await dialog.getByLabel('Order code and UTR').fill(`${codes[0]} ${utrs[0]}\n${codes[1]} ${utrs[1]}`)
  await expect(dialog.getByText('2 of 3 payments found.')).toBeVisible()
  const list = Promise.withResolvers<void>()
  await page.route(/(get|search)_refunds/, (route) => list.promise.then(() => route.fallback()))
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('2 payments marked as sent')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  list.resolve()
  await expect(file).toContainText('2 of 3 sent')

  await file.getByRole('button', { name: 'Mark as sent' }).click()
  const answer = `Customer Reference,UTR,Status\n${codes[2]},,Rejected: account closed\n`
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'answer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(answer),
  })
  await expect(dialog).toContainText('the bank says “Rejected: account closed”, so it stays open.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await file.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toContainText('or the money goes twice')
  await dialog.getByRole('button', { name: 'Cancel the file' }).click()
  await expect(file).toHaveCount(0)
  await expect(row(names[2]!)).toContainText('Owed')

  await page.goto('/admin/payments/bank')
  const day = new Date().toISOString().slice(0, 10)
  await staff.choosesStatement(
    'statement.csv',
    `Date,Narration,Withdrawal,Deposit,Balance\n${day},UPI/${utrs[0]}/WAGH,1,,1000\n${day},UPI/${newReference()}/X,,5,1005\n`,
  )
  await page.getByRole('button', { name: 'Import 1 credit' }).click()
  await expect(page.getByText('1 credit added', { exact: false })).toBeVisible()
  await page.goto(`/admin/bookings/refunds?status=refunded&q=${utrs[0]}`)
  await expect(page.getByRole('row').filter({ hasText: utrs[0]! })).toContainText('The statement has ₹1.00 on')
})

test('A customer who changes the UPI id meanwhile is not marked, and the others of the file are', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const changing = await refundDue(shop, 'Omkar Yadav')
  await refundDue(shop, 'Pallavi Yadav')
  await page.goto('/admin/bookings/refunds?q=Yadav')
  await page.getByRole('button', { name: 'Pay several' }).click()
  await page.getByRole('button', { name: 'All with a UPI id' }).click()
  await page.getByRole('button', { name: 'Make the bank file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Download the file' }).click()
  const file = page.getByRole('group', { name: /^Bank file: 2 payments/ })
  await expect(file.getByRole('button', { name: 'Download again' })).toBeVisible()

  await changing.client.rpc('save_profile', { p_profile: { refund_upi_id: 'omkar@other' } }).throwOnError()
  const { data: owed } = await changing.client.from('refunds').select('id').single().throwOnError()
  await changing.client.rpc('claim_refund', { p_refund_id: owed.id }).throwOnError()
  await file.getByRole('button', { name: 'Mark as sent' }).click()
  await dialog.getByLabel('The bank shows').selectOption('One reference for the whole file')
  await dialog.getByLabel('Reference').fill('BULK/20261203/7')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Omkar Yadav')
  await expect(dialog.getByRole('alert')).toContainText('The customer changed the UPI id to omkar@other.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pallavi Yadav' })).toHaveCount(0)
  await page.goto('/admin/bookings/refunds?status=refunded&q=Pallavi')
  await expect(page.getByRole('row').filter({ hasText: 'Pallavi Yadav' })).toContainText('BULK/20261203/7')
})
