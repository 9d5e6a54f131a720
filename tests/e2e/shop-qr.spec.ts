import type { Page } from '@playwright/test'
import { Keyboard } from '../support/people/keyboard.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff read a photo of the shop’s printed QR, and a picture of anything else changes nothing', async ({
  staff,
}) => {
  const { page } = staff
  const keys = new Keyboard(page)
  const decoder: string[] = []
  page.on('request', (request) => {
    if (/decoder-worker|zxing/.test(request.url())) decoder.push(request.url())
  })
  await page.goto('/admin/settings')
  const id = page.getByLabel('UPI id', { exact: true })
  const testQr = page.getByRole('img', { name: /^Test QR: / })
  await id.fill('asha@okaxis')
  const others = await testQr.screenshot()
  await id.fill('upi://pay?pa=mehfil.events@hdfcbank&pn=Mehfil%20Events&mc=7922&mode=02&sign=MEUCIQDx')
  const printed = await testQr.screenshot()
  const blank = await page.getByText('Whose UPI id is it?').screenshot()
  await id.fill('another@okaxis')
  await page.getByLabel('Account holder').fill('Another')

  const chooses = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const asked = page.waitForEvent('filechooser')
    await keys.presses(page.getByRole('button', { name: 'Read a photo of your QR' }))
    await (await asked).setFiles({ name, mimeType, buffer })
  }
  const alert = page.getByRole('alert')

  await test.step('Without a network it says so, and works at the next press', async () => {
    expect(decoder).toEqual([])
    await page.context().setOffline(true)
    await chooses('printed.png', 'image/png', printed)
    await expect(alert).toContainText('The part that reads QRs could not be loaded')
    await page.context().setOffline(false)
    await chooses('wall.png', 'image/png', blank)
    await expect(alert).toContainText('No QR was found in this picture')
  })

  await test.step('A file that is no picture, and a photo with the QRs of two', async () => {
    await chooses('photo.heic', 'image/heic', Buffer.from('ftypheic'))
    await expect(alert).toContainText('of a HEIC photo, take a screenshot')
    await chooses('two.jpg', 'image/jpeg', await photo(page, [printed, others], 900))
    await expect(alert).toContainText('There is more than one shop’s QR in this picture')
    await expect(id).toHaveValue('another@okaxis')
  })

  await test.step('A photo of 12 megapixels, 25 times as wide as its QR', async () => {
    await chooses('photo.jpg', 'image/jpeg', await photo(page, [printed], 160))
    await expect(page.getByRole('status').filter({ hasText: 'Read from the QR' })).toContainText(
      'Mehfil Events, mehfil.events@hdfcbank, merchant category 7922',
    )
    await expect(id).toHaveValue('mehfil.events@hdfcbank')
    await expect(page.getByLabel('Account holder')).toHaveValue('Mehfil Events')
    await expect(alert).toHaveCount(0)
  })
})

/** A phone's photo of a grey wall with QRs of this many pixels on it. */
async function photo(page: Page, qrs: Buffer[], side: number): Promise<Buffer> {
  const data = await page.evaluate(
    async ({ pictures, width }) => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [4000, 3000]
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#998'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.translate(2000, 1500)
      pen.rotate(0.2)
      for (const [index, picture] of pictures.entries()) {
        const image = new Image()
        image.src = `data:image/png;base64,${picture}`
        await image.decode()
        pen.drawImage(image, (index - 0.5) * width * 1.2, 0, width, width)
      }
      return canvas.toDataURL('image/jpeg', 0.85).split(',')[1]!
    },
    { pictures: qrs.map((one) => one.toString('base64')), width: side },
  )
  return Buffer.from(data, 'base64')
}
