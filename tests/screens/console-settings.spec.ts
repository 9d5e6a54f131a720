import { readFile } from 'node:fs/promises'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff set whom customers pay, and the shop shows it', async ({ staff, visitor, rival, shop }) => {
  const { page } = staff
  await page.goto('/admin')
  await staff.choosesFromMenu('Setup', 'Settings')
  const form = page.getByRole('form', { name: 'Shop' })
  await expect(form.getByLabel('Account holder')).not.toHaveValue('')

  await test.step('An invalid UPI id is refused in place', async () => {
    await form.getByLabel('UPI id').fill('mehfil at okaxis')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('A UPI id is a name, @ and a bank’s handle')).toBeVisible()
    await expect(form.getByLabel('UPI id')).toBeFocused()
  })

  await test.step('The text of the shop’s own QR fills in the account, and the test QR has its category', async () => {
    await form
      .getByLabel('UPI id')
      .fill('upi://pay?pa=qr.shop@hdfcbank&pn=QR%20Shop&mc=7922&mode=02&orgid=159761&sign=MEUCIQDx')
    await expect(form.getByLabel('UPI id')).toHaveValue('qr.shop@hdfcbank')
    await expect(form.getByLabel('Account holder')).toHaveValue('QR Shop')
    await expect(form.getByRole('radio', { name: 'Merchant', exact: true })).toBeChecked()
    await expect(form.getByLabel('Merchant category')).toHaveValue('7922')
    await expect(form.getByRole('status')).toContainText(
      'Read from the QR: QR Shop, qr.shop@hdfcbank, merchant category 7922',
    )
  })

  await test.step('A good one is shown as a QR before it is saved', async () => {
    await form.getByLabel('Account holder').fill('Mehfil & Sons')
    await form.getByLabel('UPI id').fill('sons@okaxis')
    await expect(form.getByRole('img', { name: 'Test QR: ₹1.00 to Mehfil & Sons, sons@okaxis' })).toBeVisible()
    await expect(form.getByText('Not saved yet')).toBeVisible()
    await form.getByRole('textbox', { name: 'E-mail', exact: true }).fill('sons@mehfil.example')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(form.getByText('Customers pay to this id')).toBeVisible()
  })

  await test.step('Visitors see it', async () => {
    await visitor.page.goto('/contact')
    await expect(visitor.page.getByText('Mehfil & Sons')).toBeVisible()
    await expect(visitor.page.getByRole('link', { name: 'sons@mehfil.example' }).first()).toBeVisible()
  })

  await test.step('A stale edit is refused, keeps what was typed, and shows what is stored', async () => {
    await withSecondAdmin(shop, rival, async ({ page: other }) => {
      await other.goto('/admin/settings')
      const theirs = other.getByRole('form', { name: 'Shop' })
      await theirs.getByRole('textbox', { name: 'Phone', exact: true }).fill('+91 22 1234 5678')
      await form.getByRole('textbox', { name: 'Address' }).fill('Fort, Mumbai')
      await theirs.getByRole('button', { name: 'Save settings' }).click()
      await expect(other.getByText('Settings saved')).toBeVisible()
      await form.getByRole('button', { name: 'Save settings' }).click()
      await expect(form.getByRole('alert')).toContainText('Phone, now stored: +91 22 1234 5678')
      await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('Fort, Mumbai')
      await form.getByRole('button', { name: 'Save settings' }).click()
      await expect(page.getByText('Settings saved').last()).toBeVisible()
      await other.reload()
      await expect(theirs.getByRole('textbox', { name: 'Address' })).toHaveValue('Fort, Mumbai')
      await expect(theirs.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue('+91 22 1234 5678')
    })
  })

  await test.step('The backup is one JSON file', async () => {
    const download = page.waitForEvent('download')
    const written = page.waitForResponse(/\/rpc\/note_export/)
    await page.getByRole('button', { name: 'Download backup' }).click()
    await written
    const file = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(file.format).toBe('mehfil-backup/1')
    expect(file.tables.shop_settings[0]).toMatchObject({ upi_id: 'sons@okaxis', upi_kind: 'merchant', upi_mcc: '7922' })
    expect(file.tables.singers.length).toBeGreaterThan(5)
    expect(file.tables.audit_log.length).toBeGreaterThan(1)
  })

  await test.step('The history says who saved it, and how much', async () => {
    await staff.choosesFromMenu('Setup', 'History')
    const line = page.getByRole('listitem').filter({ hasText: 'Backup saved as a file' })
    await expect(line).toContainText('Vikram Shettigar')
    await expect(line).toContainText(/Rows: [\d,]{2,}/)
  })
})

test('Staff change their password; the current one is asked first', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Password' })
  const change = async (current: string, next: string): Promise<void> => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(next)
    await form.getByLabel('Confirm password').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not this one', 'another-password-1')
  await expect(form.getByText('This is not your current password.')).toBeVisible()
  await change(DEMO_PASSWORD, 'short')
  await form.getByRole('button', { name: 'Show password' }).nth(1).click()
  await expect(form.getByLabel('New password')).toHaveAttribute('type', 'text')
  await expect(form.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await change(DEMO_PASSWORD, 'another-password-1')
  await expect(page.getByText('Password changed')).toBeVisible()
  await change('another-password-1', DEMO_PASSWORD)
  await expect(page.getByText('Password changed').last()).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
})
