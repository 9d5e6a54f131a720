import type { Page } from '@playwright/test'
import { Picture } from '../../server/demo/picture.ts'
import type { Shop } from '../support/shop.ts'
import { inDatabase } from '../support/database.ts'
import { Phone, readyForOffline } from './support/phone.ts'
import { isSoundOnBothScreens } from './support/sound.ts'
import { expect, test } from './support/story.ts'

const WORDS = ['An evening of **ghazals**.', '', '- Faiz', '- Ghalib', '', '[The hall](https://hall.example/map)'].join(
  '\n',
)
const HOSTILE = '<img src=x onerror="document.title=1"> [press](javascript:alert(1)) ![p](https://evil.example/p.png)'

/** A picture that is no plain colour, so that its file has some size. */
function picture(width: number, height: number): Buffer {
  const drawn = new Picture(width, height, [240, 200, 40])
  for (let n = 0; n < 12; n += 1)
    drawn.disc(width / 2, height / 2, Math.round(width / 2 - n * 40), [n * 20, 40, 200 - n * 15])
  return drawn.toPng()
}

const eventOf = (shop: Shop, singer: string): Promise<string> =>
  inDatabase(shop, async (sql) => {
    const [row] = await sql.query<{ id: string }>(
      `select e.id from public.events e join public.singers s on s.id = e.singer_id
        where s.name = $1 and e.status = 'scheduled' and e.date > now() order by e.date limit 1`,
      [singer],
    )
    return row!.id
  })

const choosesPoster = async (page: Page, width: number, height: number): Promise<void> => {
  await page
    .getByLabel(/^(Choose|Replace) (a|the) poster/)
    .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: picture(width, height) })
}

const shows = (page: Page, alt: string): Promise<boolean> =>
  page.getByRole('img', { name: alt }).evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth >= 320)

test('Staff write about a concert and add a poster, and a customer sees both with the server stopped', async ({
  staff,
  shop,
}) => {
  const event = await eventOf(shop, 'Lakeer Theory')
  const phone = new Phone({ baseURL: shop.url })
  try {
    await test.step('Staff write about it', async () => {
      const { page } = staff
      await page.goto(`/admin/events/${event}/about`)
      await page.getByLabel('Text', { exact: true }).fill(WORDS)
      await expect(page.getByRole('region', { name: 'Text, as customers see it' }).getByRole('listitem')).toHaveCount(2)
      await page.getByLabel('Line-up').fill('Lakeer Theory\nOm Rao (tabla)')
      await page.getByLabel('Minimum age').fill('12')
      await page.getByLabel('Languages sung').fill('Urdu, Hindi')
      await page.getByLabel('House rules', { exact: true }).fill('No re-entry.')
      await page
        .getByLabel('Choose a poster')
        .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is a letter.') })
      await expect(page.getByRole('alert')).toContainText('not a picture that this browser can read')
      await choosesPoster(page, 500, 600)
      await expect(page.getByRole('alert')).toContainText('narrower than 640 pixels')
      await choosesPoster(page, 1400, 1750)
      await expect(page.getByText('1280 × 1600 pixels, in three sizes as WebP')).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Say what the poster shows')).toBeVisible()
      await page.getByLabel('What the poster shows').fill('A sun over a blue sea')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved. It is in the shop now.')).toBeVisible()
    })

    const page = await phone.open()
    await test.step('A customer reads it', async () => {
      await page.goto('/')
      await readyForOffline(page)
      await page.goto(`/events/${event}`)
      await expect(page.getByRole('region', { name: 'About this concert' })).toContainText('An evening of ghazals.')
      await expect(page.getByRole('link', { name: 'The hall' })).toHaveAttribute('rel', 'noopener nofollow')
      const facts = page.getByRole('region', { name: 'Times and rules' })
      for (const text of ['Om Rao (tabla)', '12 and older', 'Urdu, Hindi', 'No re-entry.'])
        await expect(facts).toContainText(text)
      await expect.poll(() => shows(page, 'A sun over a blue sea')).toBe(true)
      await isSoundOnBothScreens(page, 'a concert with words and poster')
    })

    await test.step('and still does when the server has stopped', async () => {
      await shop.kill()
      await page.reload()
      await expect(page.getByRole('region', { name: 'About this concert' })).toContainText('An evening of ghazals.')
      await expect.poll(() => shows(page, 'A sun over a blue sea')).toBe(true)
    })
  } finally {
    await phone.dispose()
    await shop.restart()
  }
})

test('What another admin saved meanwhile is not overwritten, and what was typed stays', async ({ staff, shop }) => {
  const event = await eventOf(shop, 'Jugnu and the Night Bus')
  const { page } = staff
  await page.goto(`/admin/events/${event}/about`)
  await page.getByLabel('Text', { exact: true }).fill(HOSTILE)
  await expect(page.getByRole('region', { name: 'Text, as customers see it' })).toContainText('onerror')
  await expect(page.getByRole('region', { name: 'Text, as customers see it' }).locator('a, img')).toHaveCount(0)
  await inDatabase(shop, (sql) => sql.query(`update public.events set rules = 'No cameras.' where id = $1`, [event]))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Changed meanwhile: House rules.')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(HOSTILE)
  await expect(page.getByLabel('House rules', { exact: true })).toHaveValue('No cameras.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It is in the shop now.')).toBeVisible()
})
