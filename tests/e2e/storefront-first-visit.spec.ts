import type { Browser, Locator, Page } from '@playwright/test'
import { formatDay, formatTime } from '../../src/platform/time/ist.ts'
import { demoPerson, type Customer } from '../support/server/visitor.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, test } from '../support/stories/story.ts'

const DAY_MS = 24 * 3_600_000
const API = '**/rest/v1/**'
const SCRIPTS = '**/assets/*.js'
const NAME = `"Zoë" & <b>Söhne</b> </script> मेहर 🎶`

interface Concert {
  id: string
  date: string
  admin: Customer
  dispose(): Promise<void>
}

async function newConcert(shop: Shop): Promise<Concert> {
  const admin = await demoPerson(shop, 'admin')
  const { client } = admin
  const date = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 300 * DAY_MS + 14 * 3_600_000).toISOString()
  const singer = await client.from('singers').insert({ name: NAME }).select('id').single()
  expect(singer.error).toBeNull()
  const event = await client
    .from('events')
    .insert({ singer_id: singer.data?.id, city: 'Mumbai', venue: 'Old Hall', date, genre: 'Folk' })
    .select('id')
    .single()
  expect(event.error).toBeNull()
  const { error } = await client
    .from('ticket_categories')
    .insert({ event_id: event.data?.id, name: 'Balcony', price: 1234, total_tickets: 60 })
  expect(error).toBeNull()
  return {
    id: event.data?.id as string,
    date,
    admin,
    dispose: async () => {
      expect((await client.from('singers').delete().eq('id', singer.data?.id)).error).toBeNull()
    },
  }
}

/** A new browser without a worker, so that every request can be held back. */
async function newcomer(browser: Browser, shop: Shop, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  const broken: string[] = []
  context.on('weberror', (event) => broken.push(String(event.error())))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  return {
    page,
    leaves: async () => {
      await context.close()
      expect(broken.join('\n'), 'unhandled errors of the page').toBe('')
    },
  }
}

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: NAME })

test('The concert is there before the catalogue, and then follows the device’s data', async ({ browser, shop }) => {
  const concert = await newConcert(shop)
  const { page, leaves } = await newcomer(browser, shop)
  await page.route(API, (route) => route.abort())
  await page.goto(`/events/${concert.id}`)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('main').getByText('Old Hall', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(formatDay(concert.date), { exact: true }).last()).toBeVisible()
  const row = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Balcony')
  await expect(row).toContainText('₹1,234')
  await expect(row).toContainText('60 seats available')
  await expect(page).toHaveTitle(`${NAME}, Mumbai · Mehfil`)

  // Pressed too early, the picker waits, reports the failure, and goes on once there is an answer.
  await row.getByRole('button', { name: 'Choose Seats, Balcony' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await expect(picker.getByRole('alert')).toContainText('Error loading seat information')
  const { error } = await concert.admin.client.from('events').update({ venue: 'New Hall' }).eq('id', concert.id)
  expect(error).toBeNull()
  await page.unroute(API)
  const again = picker.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await picker.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main').getByText('New Hall', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Old Hall', { exact: true })).toHaveCount(0)
  await leaves()
  await concert.dispose()
})

test('The page’s text never overrides what the device knows', async ({ browser, shop }) => {
  const concert = await newConcert(shop)
  const { page, leaves } = await newcomer(browser, shop)
  const address = `/events/${concert.id}`
  const old = await (await fetch(shop.url + address, { headers: { accept: 'text/html' } })).text()
  expect(old).toContain('Old Hall')
  const changed = await concert.admin.client.from('events').update({ venue: 'New Hall' }).eq('id', concert.id)
  expect(changed.error).toBeNull()
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Choose Seats, Balcony' })).toBeVisible()
  await expect(page.getByRole('main').getByText('New Hall', { exact: true })).toBeVisible()
  await page.goto('/concerts')
  await expect(page.getByRole('region', { name: 'Concerts' }).getByRole('listitem').first()).toBeVisible()

  // An old page from a cache, without a server: the device knows better.
  await page.route(API, (route) => route.abort())
  await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: old }))
  await page.goto(address)
  await expect(page.getByRole('main').getByText('New Hall', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Old Hall', { exact: true })).toHaveCount(0)
  await page.unroute(API)

  await concert.dispose()
  const { page: other, leaves: otherLeaves } = await newcomer(browser, shop)
  await other.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: old }))
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
  await otherLeaves()
  await leaves()
})

test('An event written into one page is used for that page alone', async ({ browser, shop }) => {
  const concert = await newConcert(shop)
  const { page, leaves } = await newcomer(browser, shop)
  await page.route(API, (route) => route.abort())
  await page.goto(`/events/${concert.id}`)
  await expect(heading(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Concerts' }).click()
  await expect(page).toHaveTitle('Concerts · Mehfil')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Error loading event details' })).toBeVisible()
  await leaves()
  await concert.dispose()
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`The frame before any script is where the page will be, at ${width} px`, async ({ browser, shop }) => {
    const concert = await newConcert(shop)
    const { page, leaves } = await newcomer(browser, shop, { viewport: { width, height } })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(SCRIPTS, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/events/${concert.id}`, { waitUntil: 'commit' })
    const parts = (): Promise<Record<string, number[]>> =>
      page.evaluate(
        async ([name, time]) => {
          await document.fonts.ready
          const box = (element: Element | null | undefined) => {
            if (!element) throw new Error('not drawn')
            const { left, top, width: wide, height: high } = element.getBoundingClientRect()
            return [left, top, wide, high].map(Math.round)
          }
          const root = document.getElementById('root')
          const text = (words: string) =>
            [...(root?.querySelectorAll('span') ?? [])].find(
              (one) => one.textContent === words && one.children.length === 0 && !one.closest('.sr-only'),
            )
          return {
            name: box([...(root?.querySelectorAll('h1') ?? [])].find((one) => one.textContent === name)),
            poster: box(root?.querySelector('img[src^="/posters/"]')),
            time: box(text(time)),
            venue: box(text('Old Hall')),
          }
        },
        [NAME, formatTime(concert.date)] as const,
      )
    await expect(page.locator('#root h1')).toHaveText(NAME)
    await expect(page.getByText(formatTime(concert.date), { exact: true })).toBeVisible()
    const before = await parts()
    // The frame is hidden from screen readers, or all would be read twice.
    await expect(heading(page)).toHaveCount(0)
    release()
    await expect(heading(page)).toBeVisible()
    expect(await parts()).toEqual(before)
    await leaves()
    await concert.dispose()
  })
}

test('On a slow phone the price is there before any script, and a press on the seats is kept', async ({
  browser,
  shop,
}) => {
  const concert = await newConcert(shop)
  const { page, leaves } = await newcomer(browser, shop, { viewport: { width: 360, height: 740 } })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(SCRIPTS, async (route) => {
    await held
    await route.continue()
  })
  const address = `/events/${concert.id}`
  await page.goto(address, { waitUntil: 'commit' })
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar).toContainText('from ₹1,234')
  const written = { text: await bar.textContent(), box: await bar.boundingBox() }
  await bar.getByRole('button', { name: 'Choose Seats' }).click()
  await expect(bar.getByRole('button', { name: 'Choose Seats…' })).toHaveAttribute('aria-disabled', 'true')
  release()
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible()
  await page.goBack()
  await expect(picker).toBeHidden()
  await expect(page).toHaveURL(shop.url + address)
  await expect(heading(page)).toBeVisible()
  expect({ text: await bar.textContent(), box: await bar.boundingBox() }).toEqual(written)
  await leaves()
  await concert.dispose()
})

test('The frame shows no date in a language that the device does not speak', async ({ browser, shop }) => {
  const concert = await newConcert(shop)
  const { page, leaves } = await newcomer(browser, shop, { locale: 'hi-IN' })
  await page.addInitScript(() => {
    if (sessionStorage.getItem('chosen') !== null) localStorage.setItem('mehfil.language', 'mr')
  })
  await page.route(SCRIPTS, () => undefined)
  await page.goto(`/events/${concert.id}`, { waitUntil: 'commit' })
  const words = page.locator('#root .shell .words').filter({ hasText: 'बजे' })
  await expect(words).toBeVisible()
  await expect(words).toContainText('बजे')
  await page.evaluate(() => sessionStorage.setItem('chosen', ''))
  await page.goto(`/events/${concert.id}?again`, { waitUntil: 'commit' })
  await expect(page.locator('#root h1')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr-IN')
  await expect(words).toContainText('बजे')
  await expect(words).toBeHidden()
  await leaves()
  await concert.dispose()
})
