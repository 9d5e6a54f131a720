import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/stories/story.ts'

const region = (page: Page): Locator => page.getByRole('region', { name: 'Concerts' })
const rows = (page: Page): Locator => region(page).getByRole('listitem')
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
