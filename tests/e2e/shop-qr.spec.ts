import { expect, test } from '../support/stories/story.ts'

test('Staff read a photo of the shop’s printed QR, and a picture without one changes nothing', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/settings')
  const id = page.getByLabel('UPI id', { exact: true })
  await id.fill('upi://pay?pa=mehfil.events@hdfcbank&pn=Mehfil%20Events&mc=7922&mode=02&sign=MEUCIQDx')
  const printed = await page
    .getByRole('img', { name: 'Test QR: ₹1.00 to Mehfil Events, mehfil.events@hdfcbank' })
    .screenshot()
  const blank = await page.getByText('Whose UPI id is it?').screenshot()

  await id.fill('another@okaxis')
  await page.getByLabel('Account holder').fill('Another')
  const reads = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Read a photo of your QR' }).press('Enter')
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await reads('wall.png', 'image/png', blank)
  await expect(page.getByRole('alert')).toContainText('No QR was found in this picture')
  await reads('notes.txt', 'text/plain', Buffer.from('upi://pay'))
  await expect(page.getByRole('alert')).toContainText('cannot open this file as a picture')
  await expect(id).toHaveValue('another@okaxis')

  await reads('photo.png', 'image/png', printed)
  await expect(page.getByRole('status').filter({ hasText: 'Read from the QR' })).toContainText('merchant category 7922')
  await expect(id).toHaveValue('mehfil.events@hdfcbank')
  await expect(page.getByLabel('Account holder')).toHaveValue('Mehfil Events')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
