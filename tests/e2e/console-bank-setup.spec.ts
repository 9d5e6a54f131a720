import { axisLetter, BANK_ACCOUNT, hdfcLetter, testBank } from '../support/mail/bank-mail.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { expect, newShop, test as story } from '../support/stories/story.ts'

/** A shop of its own: in the others no bank is set up. */
const test = story.extend({ shop: newShop })

const bank = testBank()
const envelope = 'From 1@x Mon Nov 30 08:00:00 2026\n'

test('An export of one’s own mailbox is read on the device, and makes a redacted sample', async ({ staff }) => {
  const { page } = staff
  const sent: string[] = []
  await page.goto('/admin/settings/bank')
  const form = page.getByRole('form', { name: 'Bank and mailbox' })
  await form.getByLabel('Bank', { exact: true }).selectOption('HDFC Bank')
  await form.getByLabel('Address that the bank writes to').fill('bank@shop.example')
  await form.getByLabel('Last digits of the account').fill(BANK_ACCOUNT)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const part = page.getByRole('region', { name: 'Try a whole mailbox' })

  await test.step('It says what the shop would have seen, and sends nothing', async () => {
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''))
    const mails = [
      await bank.sign(hdfcLetter({ utr: '412345678901', amount: '1800.00' })),
      await bank.sign(axisLetter({ utr: '412345678902', amount: '900.00', note: 'RAVI IYER/UTIB/7K2QX4MD' })),
      Buffer.from('From: a@friend.example\r\nSubject: Lunch\r\n\r\nAt noon?\r\n'),
    ]
    const buffer = Buffer.concat(mails.flatMap((mail) => [Buffer.from(envelope), mail, Buffer.from('\r\n')]))
    await part
      .getByLabel('Mailbox, as .mbox')
      .setInputFiles({ name: 'takeout.mbox', mimeType: 'application/mbox', buffer })
    await expect(part.getByRole('status')).toHaveText(
      '3 mails, 1 credit of HDFC Bank, 1 credit of Axis Bank, 2 with amount and UTR, 1 with an order code.',
    )
    const axis = part.getByRole('listitem').filter({ hasText: 'Axis Bank, UPI summary' })
    await expect(axis).toContainText('None would have approved a payment, since the wording is not ticked above')
    await axis.getByText('Redacted sample of the newest').click()
    await expect(axis.getByText('Amount Credited: INR 999.99')).toBeVisible()
    await expect(axis).not.toContainText(/ravi|iyer|7722|412345678902/i)
    expect(sent.filter((body) => /4123456789|RAVI/.test(body))).toEqual([])
  })

  await test.step('A mail on trial makes its sample, too', async () => {
    const trial = page.getByRole('region', { name: 'Try a mail' })
    await trial.getByLabel('Mail, as .eml').setInputFiles({
      name: 'credit.eml',
      mimeType: 'message/rfc822',
      buffer: await bank.sign(hdfcLetter({ utr: '412345678903', amount: '1800.00' })),
    })
    await trial.getByRole('button', { name: 'Make a redacted sample' }).click()
    await expect(
      trial.getByText('Rs.9999.99 is successfully credited to your account **9999 by VPA xxxx@xxxxxx'),
    ).toBeVisible()
  })

  await test.step('The page fits both screens', () => isSoundOnBothScreens(page, 'How money is seen'))

  await test.step('What is no mailbox is said to be none', async () => {
    await part
      .getByLabel('Mailbox, as .mbox')
      .setInputFiles({ name: 'a.mbox', mimeType: 'application/mbox', buffer: Buffer.from('a picture') })
    await expect(part.getByRole('alert')).toContainText('There is no mail in this file')
  })
})
