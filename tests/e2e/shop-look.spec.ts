import type { Locator } from '@playwright/test'
import { Picture } from '../../server/demo/picture.ts'
import { expect, ownShop, test as base } from '../support/stories/story.ts'
import type { Shop } from '../support/server/shop.ts'

const test = base.extend<object, { demo: Shop }>({
  demo: ownShop({ template: 'empty', env: { ADMIN_EMAIL: 'owner@test.example' } }),
})

/** Three by two, a dark disc on white. */
function logo(): Buffer {
  const drawn = new Picture(300, 200, [250, 250, 250])
  drawn.disc(150, 100, 90, [20, 30, 90])
  return drawn.toPng()
}

const shows = (image: Locator): Promise<boolean> =>
  image.evaluate((img: HTMLImageElement) => img.complete && img.naturalHeight === 96)

const NAME = 'राग & "Co" <b>🎶'

test('The first password opens the console, and the shop is called what its admin types', async ({
  visitor: owner,
  browser,
  shop,
}) => {
  const { page } = owner

  await test.step('The printed link asks for a password and leads to the console', async () => {
    const [, link = ''] = /http\S+?(\/reset-password\?token_hash=\S+)/.exec(shop.log())!
    await page.goto(link)
    await page.getByLabel('New password').fill('a password of mine')
    await page.getByLabel('Confirm password').fill('a password of mine')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await expect(page).toHaveURL(/\/admin/)
  })

  const guest = await browser.newPage({ baseURL: shop.url })

  await test.step('A new shop says nothing of itself', async () => {
    await guest.goto('/')
    await expect(guest).toHaveTitle('Mehfil: concert tickets in India')
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(guest.locator('main dl')).toHaveCount(0)
  })

  await test.step('An admin names it and gives it a number', async () => {
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Shop' })
    await form.getByLabel('Name', { exact: true }).fill(NAME)
    await form.getByLabel('What is sold here', { exact: true }).fill('evenings of music')
    await form.getByLabel('Colour', { exact: true }).fill('#787878')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('Neither dark nor white text can be read on this colour')).toBeVisible()
    await form.getByLabel('Colour', { exact: true }).fill('#1C3F99')
    await form.getByRole('button', { name: 'Add a number' }).click()
    await form.getByLabel('Number 1', { exact: true }).fill('12')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('Say what it counts.')).toBeVisible()
    await form.getByLabel('What number 1 counts', { exact: true }).fill('halls <i>in</i> Pune')
    await form.getByText('Number 1 in Hindi and Marathi').click()
    await form.getByLabel('What number 1 counts in Hindi').fill('पुणे के हॉल')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page).toHaveTitle(`Settings · ${NAME} Admin`)
  })

  await test.step('Who comes next reads it before any script of the app runs', async () => {
    const next = await browser.newPage({ baseURL: shop.url })
    await next.route('**/assets/*.js', () => undefined)
    // A slow server writes the look that it read some seconds ago.
    await expect
      .poll(async () => {
        await next.goto('/', { waitUntil: 'commit' })
        return next.title()
      })
      .toBe(`${NAME}: evenings of music`)
    const written = next.locator('[data-shop-name]')
    await expect(written).toBeVisible()
    expect(await written.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
      JSON.stringify(NAME),
    )
    const accent = (): Promise<string> =>
      next.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
    expect(await accent()).toBe('#1c3f99')
    await next.emulateMedia({ colorScheme: 'dark' })
    await next.reload({ waitUntil: 'commit' })
    await expect(next.locator('html.dark')).toBeAttached()
    expect(await accent()).toBe('#405ea9')
    await next.close()
  })

  await test.step('The device that was there has it, and keeps it without a network', async () => {
    await guest.goto('/')
    await expect(guest.getByText('halls <i>in</i> Pune')).toBeVisible()
    await expect(guest.getByRole('banner').getByRole('link', { name: NAME })).toBeVisible()
    await expect(guest.getByRole('banner').locator('b')).toHaveCount(0)
    await guest.evaluate(() => localStorage.setItem('mehfil.language', 'hi'))
    await guest.reload()
    await expect(guest.getByText('पुणे के हॉल')).toBeVisible()
    await expect(guest).toHaveTitle(`${NAME}: evenings of music`)
    await expect.poll(() => guest.evaluate(() => navigator.serviceWorker.ready.then(() => true))).toBe(true)
    await guest.context().setOffline(true)
    await guest.reload()
    await expect(guest.getByText('पुणे के हॉल')).toBeVisible()
  })

  await test.step('The button on other sites has its colour', async () => {
    await guest.context().setOffline(false)
    await guest.evaluate(() => {
      const script = document.body.appendChild(document.createElement('script'))
      script.dataset['event'] = '8a1b6f7e-0000-4000-8000-000000000001'
      script.src = '/button.js'
    })
    await expect(guest.getByRole('link', { name: 'टिकट लें' })).toHaveCSS('background-color', 'rgb(28, 63, 153)')
  })

  await test.step('A logo takes the place of the name; what is none is refused in words', async () => {
    const form = page.getByRole('form', { name: 'Shop' })
    const choose = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
      form.getByLabel(/^(Choose|Replace) (a|the) logo/).setInputFiles({ name, mimeType, buffer })
    await choose('logo.svg', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
    await expect(form.getByRole('alert')).toContainText('An SVG can carry programs')
    await choose('logo.png', 'image/png', new Picture(90, 90, [20, 30, 90]).toPng())
    await expect(form.getByRole('alert')).toContainText('fewer than 200 pixels')
    await choose('logo.png', 'image/png', logo())
    await expect(form.getByRole('group', { name: 'Logo' }).getByRole('img', { name: NAME })).toBeVisible()
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(() => shows(page.getByRole('banner').getByRole('img', { name: NAME }))).toBe(true)
  })

  const head = guest.getByRole('banner').getByRole('img', { name: NAME })

  await test.step('The header has it at the height of the name, from the first visit without a network on', async () => {
    const next = await browser.newPage({ baseURL: shop.url })
    await next.goto('/')
    const first = next.getByRole('banner').getByRole('img', { name: NAME })
    await expect.poll(() => shows(first)).toBe(true)
    expect(await first.evaluate((image) => image.getBoundingClientRect().height)).toBe(34)
    expect((await next.getByRole('banner').boundingBox())?.height).toBe(33 + 73)
    await expect.poll(() => next.evaluate(async () => (await (await caches.open('mehfil-logo')).keys()).length)).toBe(1)
    await next.close()
    await guest.goto('/')
    await expect.poll(() => shows(head)).toBe(true)
    await guest.context().setOffline(true)
    await guest.reload()
    await expect.poll(() => shows(head)).toBe(true)
    await guest.context().setOffline(false)
  })

  await test.step('It is the icon of the tab and of the installed shop, also where the worker answers', async () => {
    await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /\/logo\/.+-192\.png$/)
    await expect(guest.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', /\/logo\/.+-180\.png$/)
    const icons = await guest.evaluate(async () => {
      const { icons } = (await (await fetch('/manifest.webmanifest')).json()) as {
        icons: { src: string; sizes: string }[]
      }
      return Promise.all(
        icons.map(async ({ src, sizes }) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return [/-(\w+)\.png$/.exec(src)?.[1], sizes === `${width}x${height}`]
        }),
      )
    })
    expect(icons).toEqual([
      ['192', true],
      ['512', true],
      ['mask', true],
    ])
  })

  await test.step('Before any script of the app runs, the page shows it', async () => {
    const next = await browser.newPage({ baseURL: shop.url })
    await next.route('**/assets/*.js', () => undefined)
    const asked = next.waitForResponse(/\/logo\/.+-96\.png$/)
    await next.goto('/', { waitUntil: 'commit' })
    expect((await asked).status()).toBe(200)
    await expect(next.locator('.shell svg')).toBeHidden()
    await next.close()
  })

  await test.step('Removed, the name is back; until it is saved, the removal can be undone', async () => {
    const form = page.getByRole('form', { name: 'Shop' })
    const remove = form.getByRole('button', { name: 'Remove logo' })
    await remove.click()
    await form.getByRole('button', { name: 'Undo changes' }).click()
    await remove.click()
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('banner').getByRole('img', { name: NAME })).toHaveCount(0)
    await guest.goto('/')
    await expect(guest.getByRole('banner').getByText(NAME)).toBeVisible()
    await expect(head).toHaveCount(0)
  })

  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as Record<string, unknown>
  expect(manifest).toMatchObject({ name: `${NAME}: evenings of music`, short_name: NAME })
  await guest.close()
})
