import type { Page } from '@playwright/test'
import { Picture } from '../../server/demo/picture.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { readyForOffline } from '../support/people/phone.ts'
import { expect, test } from '../support/stories/story.ts'

const WORDS = ['An evening of **ghazals**.', '', '- Faiz', '- Ghalib', '', '[The hall](https://hall.example/map)'].join(
  '\n',
)
/** A picture that is no plain colour, so that its file has some size. */
function picture(width: number, height: number): Buffer {
  const drawn = new Picture(width, height, [240, 200, 40])
  for (let n = 0; n < 12; n += 1)
    drawn.disc(width / 2, height / 2, Math.round(width / 2 - n * 40), [n * 20, 40, 200 - n * 15])
  return drawn.toPng()
}

const choosesPoster = async (page: Page, width: number, height: number): Promise<void> => {
  await page
    .getByLabel(/^(Choose|Replace) (a|the) poster/)
    .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: picture(width, height) })
}

const shows = (page: Page, alt: string): Promise<boolean> =>
  page.getByRole('img', { name: alt }).evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth >= 320)

test('Staff write about a concert and add a poster, and a customer sees both without a network', async ({
  staff,
  visitor,
  shop,
}) => {
  const { id: event } = await publishConcert(shop, [])
  await test.step('Staff write about it', async () => {
    const { page } = staff
    await page.goto(`/admin/events/${event}/edit#about`)
    await page.getByLabel('Text', { exact: true }).fill(WORDS)
    await expect(page.getByRole('region', { name: 'Text, as customers see it' }).getByRole('listitem')).toHaveCount(2)
    await page.getByLabel('Line-up').fill('Lakeer Theory\nOm Rao (tabla)')
    await page.getByLabel('Minimum age').fill('12')
    await page.getByLabel('Languages sung').fill('Urdu, Hindi')
    await page.getByLabel('Sound or video link').fill('www.youtube.com/watch?v=a1')
    await page.getByLabel('House rules', { exact: true }).fill('No re-entry.')
    await page
      .getByLabel('Choose a poster')
      .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is a letter.') })
    await expect(page.getByRole('alert')).toContainText('not a picture that this browser can read')
    await choosesPoster(page, 500, 600)
    await expect(page.getByRole('alert')).toContainText('narrower than 640 pixels')
    await choosesPoster(page, 1400, 1750)
    await expect(page.getByText('1280 × 1600 pixels, in three sizes as WebP')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Say what the poster shows').first()).toBeVisible()
    await page.getByLabel('What the poster shows').fill('A sun over a blue sea')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save the changes' }).click()
    await expect(page.getByText('Event updated successfully')).toBeVisible()
  })

  const { page, context } = visitor
  await test.step('A customer reads it', async () => {
    await page.goto('/')
    await readyForOffline(page)
    await page.goto(`/events/${event}`)
    await expect(page.getByRole('region', { name: 'About this concert' })).toContainText('An evening of ghazals.')
    await expect(page.getByRole('region', { name: 'About this concert' })).toContainText('Om Rao (tabla)')
    await expect(page.getByRole('link', { name: 'The hall' })).toHaveAttribute('rel', 'noopener nofollow')
    await expect(page.getByRole('link', { name: 'Listen on youtube.com' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=a1',
    )
    const facts = page.getByRole('region', { name: 'Times and rules' })
    for (const text of ['12 and older', 'Urdu, Hindi', 'No re-entry.']) await expect(facts).toContainText(text)
    await expect.poll(() => shows(page, 'A sun over a blue sea')).toBe(true)
  })

  await test.step('and still does when the network is gone', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('region', { name: 'About this concert' })).toContainText('An evening of ghazals.')
    await expect.poll(() => shows(page, 'A sun over a blue sea')).toBe(true)
  })
})
