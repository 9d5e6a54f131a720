import type { Page, Locator } from '@playwright/test'
import { dayKey } from '../../src/platform/time/ist.ts'
import { saysInAToast } from '../support/looks/toasts.ts'
import { cancelsConcert, floor, hall, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

const region = (page: Page): Locator => page.getByRole('region', { name: 'Concerts' })
const rows = (page: Page): Locator => region(page).getByRole('listitem')

async function eachRowSays(page: Page, text: string): Promise<void> {
  await expect(rows(page).first()).toBeVisible()
  await expect(rows(page).filter({ hasNotText: text })).toHaveCount(0)
}

test('Filters combine, say how many match, live in the address, and go back with the browser', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await page.goto('/concerts')
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await page.getByLabel('City').selectOption('Mumbai')
  const apply = page.getByRole('button', { name: /^Apply Filters/ })
  const promised = Number(/\d+/.exec(await apply.innerText())?.[0])
  expect(promised).toBeLessThan(all)
  await expect(rows(page)).toHaveCount(all)
  await apply.click()
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai$/)
  await expect(rows(page)).toHaveCount(promised)
  await eachRowSays(page, 'Mumbai')

  await page.getByRole('button', { name: 'Classical', exact: true }).click()
  await apply.click()
  await expect(page).toHaveURL(/city=Mumbai/)
  await expect(page).toHaveURL(/Classical/)
  await expect(page.getByRole('button', { name: 'Classical', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const promisedNow = async () => Number(/\d+/.exec(await apply.innerText())?.[0])
  await expect.poll(async () => (await rows(page).count()) - (await promisedNow())).toBe(0)
  const both = await rows(page).count()
  expect(both).toBeLessThanOrEqual(promised)
  const shared = page.url()

  await page.goBack()
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai$/)
  await expect(rows(page)).toHaveCount(promised)
  await expect(page.getByRole('button', { name: 'Classical', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByLabel('City')).toHaveValue('')

  await page.goto(shared)
  await expect(rows(page)).toHaveCount(both)
  await expect(page.getByLabel('City')).toHaveValue('Mumbai')

  await page.goto('/concerts?q=nobody-of-this-name')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows(page)).toHaveCount(all)

  const { singer, date } = await publishConcert(shop, [floor])
  await page.goto('/concerts')
  await page.getByLabel('Date', { exact: true }).fill(dayKey(date))
  await apply.click()
  await expect(page).toHaveURL(new RegExp(dayKey(date)))
  await expect(rows(page).filter({ hasText: singer })).toHaveCount(1)
  await eachRowSays(page, dayKey(date).slice(-2))
})

test('The header’s search finds while typing, by keyboard alone', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/about')
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await search.focus()
  await search.fill('meher')
  const options = page.getByRole('listbox', { name: 'Search' }).getByRole('option')
  await expect(options.first()).toContainText('Artists')
  await search.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await search.press('Escape')
  await expect(options).toHaveCount(0)
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/concerts\?q=Meher/)
  await eachRowSays(page, 'Meher Qazi')
})

test('A singer’s list shows three dates, and all of them at a press', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/')
  const singer = page.getByRole('region', { name: 'Meher Qazi' })
  await expect(singer.getByRole('listitem')).toHaveCount(3)
  const more = singer.getByRole('button', { name: /^Show All \d+ dates$/ })
  const n = Number(/\d+/.exec(await more.innerText())?.[0])
  await more.click()
  await expect(singer.getByRole('listitem')).toHaveCount(n)
  for (const figure of ['3M+', '300+', '55M+', "India's largest"]) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  }
})

test('Every state shown is true: on sale, few left, sold out, cancelled, without tickets', async ({
  customer,
  shop,
}) => {
  const [cancelled, soldOut] = [
    await publishConcert(shop, [floor]),
    await publishConcert(shop, [{ ...floor, total: 2 }]),
  ]
  await cancelsConcert(shop, cancelled.id)
  await buys(shop, customer, soldOut.categories.Floor!, 2)
  const { page } = customer
  const states = [
    [cancelled, 'Cancelled'],
    [soldOut, 'Sold out'],
    [await publishConcert(shop, [floor]), 'On sale'],
    [await publishConcert(shop, [hall]), 'Only 40 tickets left!'],
    [await publishConcert(shop, []), 'Tickets not yet on sale'],
  ] as const
  await page.goto('/concerts')
  for (const [{ singer }, words] of states)
    await expect(rows(page).filter({ hasText: singer }), words).toContainText(words)
})

test('A visitor who books has to sign in; unknown addresses say so; pages have their titles', async ({ visitor }) => {
  const { page } = visitor
  await visitor.books('Arka Sen')
  await expect(page.getByText('Please sign in to book tickets').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/events/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  for (const [path, title] of [
    ['/', 'Mehfil: concert tickets in India'],
    ['/concerts', 'Concerts · Mehfil'],
    ['/events', 'Upcoming events · Mehfil'],
    ['/cart', 'Cart · Mehfil'],
    ['/faq', 'FAQ · Mehfil'],
    ['/login', 'Sign in · Mehfil'],
    ['/nothing', 'Page not found · Mehfil'],
  ] as const) {
    await page.goto(path)
    await expect(page, path).toHaveTitle(title)
  }
})

test('A concert is shared by its link, and goes into the calendar', async ({ visitor }) => {
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/concerts')
  await rows(page).first().getByRole('link').first().click()
  await saysInAToast(page, 'Link copied to clipboard!', () => page.getByRole('button', { name: 'Share' }).click())
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)
})

const apply = (page: Page): Locator => page.getByRole('button', { name: /^Apply Filters/ })
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Filters in use' })

async function counted(page: Page): Promise<number> {
  await expect(rows(page).first()).toBeVisible()
  return Number.parseInt(await region(page).getByRole('heading', { level: 2 }).innerText(), 10)
}

test('When nothing is found the page names the filter responsible, and one press removes it', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/concerts?q=mehr+qazi&city=Mumbai&max=100')
  await expect(page.getByRole('heading', { name: 'No concerts found' })).toBeVisible()
  const without = page.getByRole('button', { name: /^Without up to ₹100 all in: \d+ concerts?$/ })
  await expect(without).toHaveCount(1)
  await without.click()
  await expect(page).toHaveURL(/\/concerts\?q=mehr\+qazi&city=Mumbai$/)
  await expect(region(page)).toBeFocused()
  await expect(rows(page).first()).toContainText('Meher Qazi')
  await page.goto('/concerts?max=cheap&when=someday&sort=name&date=2026-13-45')
  await expect(rows(page).first()).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
})

test('A chosen city is there on the next visit, offline too, until every city is chosen or the customer signs out', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await page.goto('/concerts')
  const all = await counted(page)
  await page.getByLabel('City').selectOption('Mumbai')
  await apply(page).click()
  await expect(page.getByRole('button', { name: 'Remove Mumbai' })).toBeVisible()
  const inMumbai = await counted(page)

  await page.goto('/concerts?city=Delhi')
  await expect(rows(page).filter({ hasNotText: 'Delhi' })).toHaveCount(0)
  await page.goto('/concerts?category=Jazz')
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.goto('/')
  await page.getByRole('link', { name: 'All concerts' }).click()
  await expect(rows(page)).toHaveCount(all)
  await page.goto('/')
  await page.context().setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Concerts' }).click()
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai$/)
  await expect(rows(page)).toHaveCount(inMumbai)
  await page.getByRole('button', { name: 'All cities' }).click()
  await expect(rows(page)).toHaveCount(all)
  await page.goto('/concerts')
  await expect(rows(page)).toHaveCount(all)
  await expect(page).toHaveURL(/\/concerts$/)
  await page.context().setOffline(false)

  await page.getByLabel('City').selectOption('Mumbai')
  await apply(page).click()
  await expect(page.getByRole('button', { name: 'Remove Mumbai' })).toBeVisible()
  await page.getByRole('button', { name: `Account of ${customer.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await page.goto(`${shop.url}/about`)
  await page.goto('/concerts')
  await expect(rows(page)).toHaveCount(all)
})

test('Every event by date is one press from home and from the foot of each page', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('link', { name: 'All events by date' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming events' })).toBeVisible()
  await page.getByRole('link', { name: 'Filter by city, date or price' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Concerts' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Upcoming events' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await page.getByRole('banner').getByRole('link', { name: 'Mehfil, home' }).click()
  await page.getByRole('main').getByRole('link', { name: 'This month' }).click()
  await expect(page).toHaveURL(/\/concerts\?when=month$/)
})

test('Home begins with the next ticket of who has one, offline too, and does not sell that concert again', async ({
  customer,
  shop,
}) => {
  const hours = 18
  const concert = await publishConcert(shop, [floor], { hours })
  const { page } = customer
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good seats, before the lights go down.')
  await buys(shop, customer, concert.categories.Floor!, 2)
  await page.goto('/my-tickets')
  await expect(page.getByRole('link', { name: /^Show ticket/ }).first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  const mine = page.getByRole('region', { name: 'Your next concert' })
  await expect(mine).toContainText(concert.singer)
  await expect(mine).toContainText(/^Your next concert(Today|Tomorrow) /)
  await expect(mine.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /google\.com\/maps/)
  await expect(page.getByRole('region', { name: /^(This weekend|Coming up)$/ })).not.toContainText(concert.singer)
  await mine.getByRole('link', { name: 'Show ticket' }).click()
  await expect(page).toHaveURL(/\/my-tickets\//)
})

test('A city and a genre are one press from home', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/')
  const places = page.getByRole('navigation', { name: 'Cities and genres' })
  await places.getByRole('link', { name: 'Mumbai' }).click()
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai$/)
  await eachRowSays(page, 'Mumbai')
  await page.goto('/')
  await places.getByRole('link', { name: 'Jazz' }).click()
  await expect(page).toHaveURL(/\/concerts\?category=Jazz$/)
})

test('A menu that is opened at the moment when a chosen city appears stays open', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/concerts')
  await expect(rows(page).first()).toBeVisible()
  await page.getByLabel('City').selectOption('Mumbai')
  await page.evaluate(() => {
    new MutationObserver((_, self) => {
      if (!document.querySelector('[aria-label="Remove Mumbai"]')) return
      self.disconnect()
      document.querySelector<HTMLElement>('[aria-label="Account"]')!.click()
    }).observe(document.body, { childList: true, subtree: true })
    const press = (start: string): void =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(start))!.click()
    press('Apply Filters')
    // Draws the list again before the address is the new one, as a sync does.
    press('Filters')
  })
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai$/)
  await expect(rows(page).filter({ hasNotText: 'Mumbai' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/register$/)
})

test('A link that is pressed at the moment when the list appears leads where it says', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/events')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true })).toBeVisible()
  await page.evaluate(() => {
    new MutationObserver((_, self) => {
      if (document.querySelector('h1')?.textContent !== 'Concerts') return
      self.disconnect()
      document.querySelector<HTMLElement>('footer a[href="/about"]')!.click()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'Filter by city, date or price' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
})
