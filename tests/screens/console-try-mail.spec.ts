import { axisLetter, BANK_ACCOUNT, BANK_TO, hdfcLetter, nameServer, testBank } from '../support/mail/bank-mail.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

const bank = testBank()

/** A shop that reads the mails of a bank; one of the bank's two wordings is confirmed. */
const test = story.extend<object, { demo: Shop }>({
  demo: ownShop({
    template: 'demo',
    env: {
      NODE_OPTIONS: nameServer(bank),
      PROOF_MAIL_SECRET: 'a-secret-of-more-than-24-characters',
      PROOF_MAIL_TO: BANK_TO,
      PROOF_ACCOUNT_MASK: BANK_ACCOUNT,
      PROOF_BANKS: 'hdfc-upi',
    },
  }),
})

test('An admin tries mails of the bank, and sees what holds, what was read and why one does not count', async ({
  staff,
}) => {
  const { page } = staff
  await page.goto('/admin/settings/bank')
  const part = page.getByRole('region', { name: 'Try a mail' })
  const steps = part.getByRole('list', { name: 'What holds' }).getByRole('listitem')
  const choose = (name: string, buffer: Buffer) =>
    part.getByLabel('Mail, as .eml').setInputFiles({ name, mimeType: 'message/rfc822', buffer })
  await expect(steps).toHaveCount(0)

  await test.step('A whole mail in a confirmed wording would count', async () => {
    await choose('credit.eml', await bank.sign(hdfcLetter({ utr: '412345678901', amount: '1800.00' })))
    await expect(part.getByRole('status')).toContainText('It would count, and may approve a payment')
    await expect(steps).toHaveCount(9)
    await expect(steps.filter({ hasText: 'Holds' })).toHaveCount(9)
    await expect(part.getByRole('region', { name: 'What was read' })).toContainText('₹1,800.00')
    await expect(part.getByText('4123 4567 8901')).toBeVisible()
  })

  await test.step('A pasted mail keeps its signature; an unconfirmed wording is left to staff, with the way to confirm it', async () => {
    const raw = await bank.sign(axisLetter({ utr: '412345678902', amount: '900.00', note: 'ASHA/UTIB/7K2QX4MD' }))
    await part.getByLabel('Or paste the whole mail').fill(raw.toString())
    await part.getByRole('button', { name: 'Try this mail' }).click()
    await expect(part.getByRole('status')).toContainText('its wording is unconfirmed')
    await expect(part.getByText('MF7K2QX4MD', { exact: true })).toBeVisible()
    await expect(part.getByText('above and save')).toContainText('Axis Bank, UPI summary')
  })

  await test.step('No mail at all is said to be missing', async () => {
    await part.getByLabel('Or paste the whole mail').fill('  ')
    await part.getByRole('button', { name: 'Try this mail' }).click()
    await expect(part.getByText('Paste the mail first.')).toBeVisible()
  })

  await test.step('Without the server it says so', async () => {
    await page.route('**/proofs/mail/try', (route) => route.abort())
    await choose('credit.eml', Buffer.from('x'))
    await expect(part.getByRole('alert')).toContainText('no connection to the server')
  })
})
