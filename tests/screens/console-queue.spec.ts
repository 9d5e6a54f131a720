import type { Page } from '@playwright/test'
import { dayKey, timeKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const DAY_MS = 86_400_000
/** As a field for date and time has it. */
const typed = (at: number): string => `${dayKey(at)}T${timeKey(at)}`

/** A concert in ten days whose sale opens in three; times in ms, at full minutes. */
async function concertWithSale(shop: Shop) {
  const opensAt = Math.ceil(Date.now() / 60_000) * 60_000 + 3 * DAY_MS
  const zone = { ...gold, sale_from: new Date(opensAt).toISOString() }
  const { id, singer, date } = await publishConcert(shop, [zone], { hours: 240 })
  return { id, singer, opensAt, date: Date.parse(date) }
}

const form = (page: Page, name: 'Add a queue' | 'Change the queue') => page.getByRole('form', { name })
const state = (page: Page) => page.getByRole('region', { name: 'State of the queue' })

test('An admin gives a concert a queue, another one, changes how many a minute may buy, and ends it; wrong times stay typed', async ({
  staff,
  shop,
}) => {
  const { id, singer, opensAt, date } = await concertWithSale(shop)
  const { page } = staff
  await page.goto('/admin/events')
  await page.getByLabel('Search singer, city or venue').fill(singer)
  await opensConcert(page, singer, 'Settings')
  await page.getByRole('link', { name: 'Queue' }).click()

  const adding = form(page, 'Add a queue')
  const [joins, opens] = [adding.getByLabel('Joining opens'), adding.getByLabel('The sale opens')]
  await expect(page.getByText(/^With a queue, everyone who joins/)).toBeVisible()
  await expect(opens).toHaveValue(typed(opensAt))
  await expect(joins).toHaveValue(typed(opensAt - DAY_MS))

  await opens.fill(typed(opensAt - 2 * DAY_MS))
  await adding.getByLabel('How many a minute may buy').selectOption('A number of people')
  await adding.getByLabel('People a minute').fill('0')
  await adding.getByRole('button', { name: 'Add the queue' }).click()
  await expect(adding.getByText('The sale opens after joining does.')).toBeVisible()
  await expect(adding.getByText('Enter a whole number from 1 to 1,00,000.')).toBeVisible()
  await expect(opens).toHaveValue(typed(opensAt - 2 * DAY_MS))
  await opens.fill(typed(date - DAY_MS))
  await expect(adding.getByText(/^The sale of Gold opens earlier than the queue/)).toBeVisible()
  await adding.getByLabel('People a minute').fill('120')
  // Another admin moves the concert meanwhile, so only the server knows that the time is wrong.
  const { client: admin } = await demoPerson(shop, 'admin')
  const moveTo = async (at: number) =>
    admin.rpc('move_event', { p_event_id: id, p_date: new Date(at).toISOString() }).throwOnError()
  await moveTo(date - 2 * DAY_MS)
  await adding.getByRole('button', { name: 'Add the queue' }).click()
  await expect(adding.getByText(/It opens before the concert begins\.$/)).toBeVisible()
  await expect(opens).toHaveValue(typed(date - DAY_MS))
  await expect(adding.getByLabel('People a minute')).toHaveValue('120')

  await opens.fill(typed(opensAt))
  await adding.getByRole('button', { name: 'Add the queue' }).click()
  await expect(state(page)).toContainText('Not open yet')
  await expect(state(page)).toContainText('a minute, as you set')
  await expect(state(page).getByText('120', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove the queue?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(opens).toHaveValue(typed(opensAt))
  await adding.getByRole('button', { name: 'Add the queue' }).click()
  await expect(state(page)).toContainText('a minute, as the shop bears')

  const changing = form(page, 'Change the queue')
  await changing.getByLabel('How many a minute may buy').selectOption('A number of people')
  await changing.getByLabel('People a minute').fill('300')
  await changing.getByRole('button', { name: 'Save' }).click()
  await expect(state(page).getByText('300', { exact: true })).toBeVisible()

  // Joining has opened: what is typed meanwhile stays.
  await changing.getByLabel('People a minute').fill('450')
  await inDatabase(shop, (sql) =>
    sql.query(`update public.event_queues set joins_from = now() - interval '1 hour' where event_id = $1`, [id]),
  )
  await expect(state(page)).toContainText('Joining is open')
  await expect(changing.getByLabel('People a minute')).toHaveValue('450')
  await expect(changing.getByLabel('Joining opens')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await changing.getByRole('button', { name: 'Take back what I typed' }).click()
  await expect(changing.getByLabel('People a minute')).toHaveValue('300')

  await inDatabase(shop, (sql) =>
    sql.query(`update public.event_queues set opens_at = now() - interval '1 minute' where event_id = $1`, [id]),
  )
  await expect(state(page)).toContainText('Letting in')
  await expect(state(page).getByText('Hash of the list', { exact: true })).toBeVisible()
  await expect(state(page).getByRole('button', { name: 'Copy seed' })).toBeVisible()
  await expect(changing.getByLabel('The sale opens')).toBeDisabled()

  await page.goto('/admin/live')
  await expect(page.getByText('No errors, and no one was asked to wait, in the last minute')).toBeVisible()
  await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: singer }).click()

  await page.getByRole('button', { name: 'End the queue' }).click()
  const question = page.getByRole('dialog', { name: 'End the queue?' })
  await expect(question).toContainText('This cannot be taken back')
  await question.getByRole('button', { name: 'End the queue' }).click()
  await expect(state(page)).toContainText('Ended')
  await expect(form(page, 'Change the queue')).toHaveCount(0)
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('Queue ended')).toBeVisible()
})

test('Live says when requests fail or wait, and keeps the last figures while the server does not answer', async ({
  staff,
}) => {
  const { page } = staff
  const live = (url: URL): boolean => url.pathname === '/live'
  await page.goto('/admin')
  await staff.choosesFromMenu('Setup', 'Live')
  await expect(page.getByText('Waiting payments')).toBeVisible()
  // Of this shop, or of another story that held seats just now.
  const holds = page.getByRole('region', { name: 'Holds' })
  await expect(holds.getByRole('figure').or(holds.getByText('No holds in the last ten minutes.'))).toBeVisible()

  await page.route(live, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), errors_minute: 3, busy_minute: 1 } })
  })
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('3 errors of the server in the last minute')
  await expect(warnings).toContainText('1 request was asked to wait in the last minute')

  await page.unroute(live)
  await page.route(live, (route) => route.abort('connectionrefused'))
  await expect(page.getByText('The server does not answer. The figures below are old.')).toBeVisible()
  await expect(page.getByText('Waiting payments')).toBeVisible()
  await page.unroute(live)
  await expect(page.getByText('The server does not answer. The figures below are old.')).toHaveCount(0)

  await page.route(live, (route) => route.fulfill({ status: 404, json: {} }))
  await expect(page.getByText('This shop has no server of its own that counts.')).toBeVisible()
})
