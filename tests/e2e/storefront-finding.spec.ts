import type { Locator, Page } from '@playwright/test'
import { demoPerson } from '../support/server/visitor.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { hoursLeftOfMonth } from '../support/stories/days.ts'
import { fitsItsWidth, axeFindings, stills } from '../support/looks/sound.ts'
import { measureShifts, MAX_SHIFT } from '../support/looks/shifts.ts'
import { expect, test } from '../support/stories/story.ts'

const phone = { width: 360, height: 740 }

const region = (page: Page): Locator => page.getByRole('region', { name: 'Concerts' })
const rows = (page: Page): Locator => region(page).getByRole('listitem')
const apply = (page: Page): Locator => page.getByRole('button', { name: /^Apply Filters/ })
const fold = (page: Page): Locator => page.getByRole('button', { name: /^Filters/ })

async function counted(page: Page): Promise<number> {
  await expect(rows(page).first()).toBeVisible()
  return Number.parseInt(await region(page).getByRole('heading', { level: 2 }).innerText(), 10)
}

test('On a phone the first concert is on the first screen, and the filters open, say what is set and close', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.setViewportSize(phone)
  const shift = await measureShifts(page)
  await page.goto('/concerts')
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
  expect(await shift(), 'concerts').toBeLessThan(MAX_SHIFT)
  await expect(rows(page).first().getByRole('link')).toBeInViewport()
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(apply(page)).toBeHidden()

  await fold(page).focus()
  await page.keyboard.press('Enter')
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(apply(page)).toBeVisible()
  await stills(page)
  expect(await axeFindings(page), 'open filters').toEqual([])
  await fitsItsWidth(page, 'open filters')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByLabel('Search')).toBeFocused()
  await page.getByLabel('City').selectOption('Mumbai')
  await page.getByRole('button', { name: 'Classical', exact: true }).click()
  await apply(page).press('Enter')
  await expect(page).toHaveURL(/\/concerts\?city=Mumbai&category=Classical$/)
  await expect(apply(page)).toBeHidden()
  await expect(fold(page)).toHaveText('Filters · 2')
  await expect(fold(page)).toBeFocused()
  await expect(rows(page).first().getByRole('link')).toBeInViewport()
  expect(await axeFindings(page), 'set filters').toEqual([])
  await fitsItsWidth(page, 'set filters')

  await page.getByRole('button', { name: 'Remove Mumbai' }).press('Enter')
  await expect(page).toHaveURL(/\/concerts\?category=Classical$/)
  await expect(page.getByRole('button', { name: 'Remove Classical' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/concerts$/)
  await expect(region(page)).toBeFocused()
  await expect(fold(page)).toHaveText('Filters')

  await page.goto('/concerts?city=Delhi&category=Jazz')
  await fold(page).click()
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(page).toHaveURL(/\/concerts$/)
  await expect(fold(page)).toBeFocused()
  await expect(apply(page)).toBeHidden()
})

test('Days, prices and order go together, stay when loaded again and go back with the browser', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await publishConcert(shop, [hall], { hours: hoursLeftOfMonth() / 2 })
  await page.goto('/concerts')
  const all = await counted(page)
  await expect(fold(page)).toBeHidden()
  await page.getByRole('button', { name: 'This month' }).click()
  await apply(page).click()
  await expect(page).toHaveURL(/\/concerts\?when=month$/)
  await expect(apply(page)).toBeFocused()
  const month = await counted(page)
  expect(month).toBeLessThan(all)

  await page.getByRole('button', { name: 'This month', exact: true }).click()
  const price = page.getByRole('group', { name: 'Price all in (₹)' })
  await price.getByLabel('From').fill('1000')
  await price.getByLabel('Up to').fill('1500')
  await apply(page).click()
  await expect(page).toHaveURL(/\/concerts\?min=1000&max=1500$/)
  await expect(page.getByRole('button', { name: 'Remove ₹1,000–₹1,500 all in' })).toBeVisible()
  const priced = await counted(page)
  expect(priced).toBeLessThan(all)
  await page.getByLabel('Sort by').selectOption('Price')
  await expect(page).toHaveURL(/\/concerts\?min=1000&max=1500&sort=price$/)
  const amounts = async (): Promise<number[]> =>
    (
      await region(page)
        .getByText(/ all in$/)
        .allInnerTexts()
    ).map((text) => Number(text.replace(/[^\d.]/g, '')))
  const inOrder = async (): Promise<boolean> => {
    const found = await amounts()
    return found.length === priced && found.every((one, at) => at === 0 || one >= (found[at - 1] ?? 0))
  }
  await expect.poll(inOrder).toBe(true)
  await page.reload()
  await expect.poll(inOrder).toBe(true)
  await expect(price.getByLabel('Up to')).toHaveValue('1500')
  await expect(page.getByLabel('Sort by')).toHaveValue('price')

  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('date')
  await page.goBack()
  await expect(page).toHaveURL(/\/concerts\?when=month$/)
  await expect(rows(page)).toHaveCount(month)
  await expect(price.getByLabel('Up to')).toHaveValue('')
  await page.goBack()
  await expect(rows(page)).toHaveCount(all)
})

test('A concert that is sold out or cancelled leads to where else the singer plays', async ({ visitor, shop }) => {
  const { page } = visitor
  await page.setViewportSize(phone)
  const { client } = await demoPerson(shop, 'admin')
  const singer = await client.from('singers').insert({ name: 'Nadiya Velankar' }).select('id').single()
  expect(singer.error).toBeNull()
  const add = async (city: string, days: number, total: number): Promise<string> => {
    const date = new Date(Date.now() + days * 24 * 3_600_000).toISOString()
    const event = await client
      .from('events')
      .insert({ singer_id: singer.data?.id, city, venue: 'Old Hall', date })
      .select('id')
      .single()
    expect(event.error).toBeNull()
    const row = { event_id: event.data?.id, name: 'Floor', price: 900, total_tickets: total, tickets_sold: total % 2 }
    expect((await client.from('ticket_categories').insert(row)).error).toBeNull()
    return event.data?.id as string
  }
  const gone = await add('Kochi', 20, 1)
  const open = await add('Pune', 30, 50)

  const shift = await measureShifts(page)
  await page.goto(`/events/${gone}`)
  const others = page.getByRole('navigation', { name: 'Other dates of Nadiya Velankar' })
  const also = others.getByRole('link', { name: /^Also in Pune, / })
  await expect(also).toBeVisible()
  expect(await shift(), 'sold out').toBeLessThan(MAX_SHIFT)
  await stills(page)
  expect(await axeFindings(page, { grave: true })).toEqual([])
  await fitsItsWidth(page, 'sold out')
  await also.click()
  await expect(page).toHaveURL(new RegExp(`/events/${open}$`))
  await expect(page.getByRole('button', { name: 'Choose Seats, Floor' })).toBeVisible()
  await expect(others).toHaveCount(0)

  await page.goto('/concerts?city=Kochi')
  await rows(page)
    .first()
    .getByRole('link', { name: /^Also in Pune, / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/events/${open}$`))
  const sold = client.from('ticket_categories').update({ tickets_sold: 0 })
  expect((await sold.eq('event_id', gone)).error).toBeNull()
  expect((await client.from('singers').delete().eq('id', singer.data?.id)).error).toBeNull()
})
