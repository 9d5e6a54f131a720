import { axisLetter, BANK_ACCOUNT, BANK_TO, nameServer, testBank } from '../support/mail/bank-mail.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

const bank = testBank()

/** A shop that knows of no bank, whose name server has the keys of one. */
const test = story.extend<object, { demo: Shop }>({
  demo: ownShop({ template: 'demo', env: { NODE_OPTIONS: nameServer(bank) } }),
})

test('An admin says which bank the shop has, opens its mailbox, and tries a mail', async ({ staff, rival, shop }) => {
  const { page } = staff

  await test.step('The checklist says that the bank was never seen, and leads to the page', async () => {
    await page.goto('/admin/settings/checklist')
    const item = page.getByRole('listitem').filter({ hasText: 'Your bank, seen' })
    await expect(item).toContainText('has never seen your bank, so no payment is approved by itself')
    await item.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'How money is seen' })).toBeVisible()
  })
  const form = page.getByRole('form', { name: 'Bank and mailbox' })
  const trial = page.getByRole('region', { name: 'Try a mail' })
  const save = () => form.getByRole('button', { name: 'Save', exact: true }).click()
  const choose = async () =>
    trial.getByLabel('Mail, as .eml').setInputFiles({
      name: 'credit.eml',
      mimeType: 'message/rfc822',
      buffer: await bank.sign(axisLetter({ utr: '412345678902', amount: '900.00', note: 'ASHA/UTIB/7K2QX4MD' })),
    })

  await test.step('Before anything is saved no mail is on trial', async () => {
    await choose()
    await expect(trial.getByRole('alert')).toContainText('Save the address that the bank writes to')
  })

  await test.step('Each bank says what it sends', async () => {
    await form.getByLabel('Bank', { exact: true }).selectOption('State Bank of India')
    await expect(form.getByText('they help staff and approve nothing')).toBeVisible()
    await form.getByLabel('Bank', { exact: true }).selectOption('Axis Bank')
    await expect(form.getByText('matched by its order code, with no typing')).toBeVisible()
  })

  await test.step('Half a mailbox is refused in place', async () => {
    await form.getByLabel('Address that the bank writes to').fill(BANK_TO)
    await form.getByLabel('Last digits of the account').fill(BANK_ACCOUNT)
    await form.getByLabel('Mail server (IMAP)').fill('127.0.0.1')
    await form.getByLabel('Port').fill('1')
    await form.getByLabel('User').fill('shop')
    await save()
    await expect(form.getByText('Write the password of this mailbox.')).toBeVisible()
    await expect(form.getByLabel('Password')).toBeFocused()
  })

  await test.step('A whole one is saved, its password is not shown again, and why it is not open is said', async () => {
    await form.getByLabel('Password').fill('a password of the mailbox')
    await save()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Password')).toHaveValue('')
    await expect(form.getByText('never shown again')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Now' })).toContainText('The mail server does not answer.')
  })

  await test.step('Another mailbox needs its own password', async () => {
    await form.getByLabel('User').fill('other')
    await save()
    await expect(form.getByText('Write the password of this mailbox.')).toBeVisible()
    await form.getByRole('button', { name: 'Undo changes' }).click()
  })

  await test.step('A mail is on trial now; once its wording is ticked it may approve', async () => {
    await choose()
    await expect(trial.getByText('its wording is unconfirmed')).toBeVisible()
    await form.getByLabel('Axis Bank, UPI summary').check()
    await save()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
    const judged = trial.getByText('It would count')
    await expect
      .poll(async () => {
        await choose()
        await expect(judged).toBeVisible()
        return judged.textContent()
      })
      .toContain('may approve a payment')
  })

  await test.step('A secret for posting is shown once', async () => {
    const posted = page.getByRole('region', { name: 'Or mails that are posted' })
    await posted.getByRole('button', { name: 'Make a secret' }).click()
    await expect(posted.getByRole('status')).toContainText('it is not shown again')
    await expect(posted.getByText('Mails may be posted')).toBeVisible()
    await page.reload()
    await expect(posted.getByRole('button', { name: 'Replace the secret' })).toBeVisible()
    await expect(posted.getByRole('status')).toHaveCount(0)
  })

  await test.step('The history says what was changed, and nothing secret', async () => {
    await page.goto('/admin/dashboard/history')
    const list = page.getByRole('main')
    await expect(list.getByText('How money is seen changed').first()).toBeVisible()
    await expect(list).toContainText('Password: replaced')
    await expect(list).not.toContainText('a password of the mailbox')
  })

  await test.step('A stale edit is refused, and shows what is stored', async () => {
    await page.goto('/admin/settings/bank')
    await expect(form.getByLabel('User')).toHaveValue('shop')
    await withSecondAdmin(shop, rival, async ({ page: other }) => {
      await other.goto('/admin/settings/bank')
      const theirs = other.getByRole('form', { name: 'Bank and mailbox' })
      await theirs.getByLabel('How old a mail may be').fill('24')
      await theirs.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(other.getByText('Saved', { exact: true })).toBeVisible()
      await form.getByLabel('Folder').fill('Bank')
      await save()
      await expect(form.getByRole('alert')).toContainText('How old a mail may be, now stored: 24')
    })
  })
})
