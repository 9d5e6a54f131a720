import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dayKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { losesAnswers } from '../support/looks/refusing.ts'
import { boughtTicket } from '../support/sales/refunds.ts'
import { choosesFromMenu, opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const HALL_SEATS = Array.from({ length: 10 }, (_, n) => n + 1)
const hall = {
  stage: 'top',
  sections: ['Stalls', 'Balcony'].map((name) => ({
    code: name.slice(0, 4).toUpperCase(),
    name,
    rows: [{ label: 'A', seats: HALL_SEATS }],
  })),
}

/** A published concert in a month with a section left over; its sale has begun. */
const publishedConcert = (shop: Shop) =>
  publishConcert(
    shop,
    [
      { name: 'Stalls', price: 900, kind: 'sections', section_ids: ['STAL'] },
      { name: 'Floor', price: 400, kind: 'standing', total: 50 },
    ],
    {
      hall: { id: randomUUID(), name: `Hall ${randomUUID()}`, layout_data: hall },
    },
  )

const newForm = (page: Page) => page.getByRole('form', { name: 'New concert' })
const form = (page: Page) => page.getByRole('form', { name: 'Edit the concert' })
const zone = (page: Page, name: string) => page.getByRole('form').getByRole('group', { name, exact: true })
const saves = async (page: Page) => {
  await form(page).getByRole('button', { name: 'Save', exact: true }).click()
  return page.getByRole('dialog')
}
const rowsOf = (shop: Shop, singer: string) =>
  inDatabase(shop, (sql) =>
    sql.query<{ id: string; date: string; published: boolean; zones: number }>(
      `select e.id, to_char(e.date at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as date, e.published_at is not null as published,
          (select count(*)::int from public.ticket_categories c where c.event_id = e.id) as zones
        from public.events e join public.singers s on s.id = e.singer_id where s.name = $1 order by e.date`,
      [singer],
    ),
  )

test('A concert is duplicated onto three evenings at once, all drafts, and a lost answer stores them once', async ({
  staff,
  shop,
}) => {
  const { singer } = await publishedConcert(shop)
  const { page } = staff
  await page.goto(`/admin/events?q=${encodeURIComponent(singer)}`)
  await choosesFromMenu(page, 'Duplicate', singer)
  await expect(newForm(page).getByLabel('Singer')).toHaveValue(singer)
  await newForm(page).getByRole('button', { name: 'Add the next evening' }).click()
  await newForm(page).getByRole('button', { name: 'Add the next evening' }).click()
  await zone(page, 'Floor').getByLabel('Price', { exact: true }).fill('450')

  await page.reload()
  await expect(page.getByText('What you had typed here is back.')).toBeVisible()
  await expect(newForm(page).getByLabel('Date 3', { exact: true })).toHaveValue(/./)

  await losesAnswers(page, 'save_concert')
  await newForm(page).getByRole('button', { name: 'Save the draft' }).dblclick()
  await expect(newForm(page).getByRole('alert')).toContainText('There is no connection to the server.')
  await page.unroute('**/rpc/save_concert')
  await newForm(page).getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText('Concert saved as a draft')).toBeVisible()
  const first = addDays(dayKey(Date.now()), 30)
  expect(await rowsOf(shop, singer)).toMatchObject([
    { date: first, published: true, zones: 2 },
    ...[7, 8, 9].map((days) => ({ date: addDays(first, days), published: false, zones: 2 })),
  ])

  // An evening that is changed into another one is said to be there twice.
  const draft = (await rowsOf(shop, singer)).find(({ published }) => !published)
  await page.goto(`/admin/events/${draft!.id}/edit`)
  await form(page).getByLabel('Date', { exact: true }).fill(addDays(first, 8))
  await expect(await saves(page)).toContainText('Customers would see both.')
})

test('A form that was stored before, its answer lost, leads to its edit with what was typed since', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const singer = `Twice ${randomUUID().slice(0, 4)}`
  await page.goto('/admin/events/new')
  await newForm(page).getByLabel('Singer').fill(singer)
  await newForm(page).getByLabel('City').fill('Pune')
  await newForm(page).getByLabel('Venue').fill('Town Hall')
  for (const name of ['Gold', 'Silver', 'Bronze'])
    await zone(page, name).getByLabel('Price', { exact: true }).fill('300')
  await losesAnswers(page, 'save_concert')
  await newForm(page).getByRole('button', { name: 'Save the draft' }).click()
  await expect(newForm(page).getByRole('alert')).toContainText('There is no connection to the server.')
  await page.unroute('**/rpc/save_concert')
  await page.reload()
  await newForm(page).getByLabel('Venue').fill('Garden Stage')
  await newForm(page).getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByText(/^It was saved before, by an earlier press/)).toBeVisible()
  await expect(form(page).getByLabel('Venue')).toHaveValue('Garden Stage')
  await (await saves(page)).getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  expect(await rowsOf(shop, singer)).toHaveLength(1)
})

test('An edit of a concert says how many tickets it concerns and what it sets off, and changes nothing that is sold', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const sold = await boughtTicket(shop, 'Asha Rao')
  await page.goto(`/admin/events?q=${encodeURIComponent(sold.singer)}`)
  await opensConcert(page, sold.singer, 'Settings')
  await page.getByRole('link', { name: 'All details' }).click()
  await zone(page, 'Floor').getByLabel('Price', { exact: true }).fill('500.125')
  await form(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    form(page)
      .getByText(/with at most two decimals/)
      .first(),
  ).toBeVisible()
  await zone(page, 'Floor').getByLabel('Price', { exact: true }).fill('550')

  const dialog = await saves(page)
  await expect(dialog).toContainText('It concerns 1 ticket, of 1 person.')
  await expect(dialog).toContainText('What is sold, held or under review keeps its price.')
  await dialog.getByRole('button', { name: 'Not yet' }).click()

  await expect(zone(page, 'Floor').getByLabel('Places')).toBeDisabled()
  await expect(form(page).getByLabel('Singer')).toBeDisabled()
  await zone(page, 'Floor').getByRole('button', { name: 'Remove zone Floor' }).click()
  await expect(await saves(page)).toContainText('A zone with seats, payments or tickets cannot be removed.')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await form(page).getByRole('button', { name: 'Undo' }).click()

  await form(page)
    .getByLabel('Date', { exact: true })
    .fill(addDays(dayKey(Date.now()), 40))
  await expect(await saves(page)).toContainText('Buyers can ask for their money back')
  await expect(dialog).toContainText('1 person gets a notice in the shop')
  await dialog.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  const { client } = sold.buyer
  const { data: line } = await client.from('payment_lines').select('unit_price').eq('event_id', sold.id).single()
  const { data: floor } = await client.from('ticket_categories').select('price').eq('event_id', sold.id).single()
  expect([line?.unit_price, floor?.price].map(Number)).toEqual([400, 550])
  // Notices are sent a moment later, by the running server.
  const told = async () => (await client.from('notices').select('id').eq('event_id', sold.id)).data?.length
  await expect.poll(told, { timeout: 60_000 }).toBe(1)
})

test('Two admins edit at once: the second is told, loses nothing typed, and saves both', async ({
  staff,
  rival,
  shop,
}) => {
  const { id: event } = await publishedConcert(shop)
  const { page } = staff
  await page.goto(`/admin/events/${event}/edit`)
  await withSecondAdmin(shop, rival, async ({ page: their }) => {
    await their.goto(`/admin/events/${event}/edit`)

    await form(page).getByLabel('Venue').fill('Nehru Memorial Hall')
    await zone(page, 'Floor').getByLabel('Price', { exact: true }).fill('450')
    await (await saves(page)).getByRole('button', { name: 'Save the changes' }).click()
    await expect(page.getByText('Event updated successfully')).toBeVisible()
    // On its page, whose head has it.
    await expect(page.getByText('Nehru Memorial Hall')).toBeVisible()

    await form(their).getByLabel('Text', { exact: true }).fill('An evening of sitar.')
    await zone(their, 'Floor').getByLabel('Price', { exact: true }).fill('475')
    await (await saves(their)).getByRole('button', { name: 'Save the changes' }).click()
    const told = their.getByRole('alert').filter({ hasText: 'Someone changed this concert meanwhile' })
    await expect(told).toContainText('Venue: Nehru Memorial Hall')
    await expect(told).toContainText('Price of Floor: ₹450 (you typed something else, which is kept here)')
    await expect(form(their).getByLabel('Venue')).toHaveValue('Nehru Memorial Hall')
    await expect(form(their).getByLabel('Text', { exact: true })).toHaveValue('An evening of sitar.')
    await expect(zone(their, 'Floor').getByLabel('Price', { exact: true })).toHaveValue('475')

    await their.reload()
    await expect(their.getByText('What you had typed here is back.')).toBeVisible()
    await expect(zone(their, 'Floor').getByLabel('Price', { exact: true })).toHaveValue('475')

    await losesAnswers(their, 'change_concert')
    const dialog = await saves(their)
    await dialog.getByRole('button', { name: 'Save the changes' }).click()
    await expect(dialog.getByRole('alert')).toContainText('There is no connection to the server.')
    await their.unroute('**/rpc/change_concert')
    await their.route('**/rpc/change_concert', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Save the changes' }).click()
    await expect(dialog.getByRole('button', { name: 'Save the changes' })).toBeEnabled()
    await their.unroute('**/rpc/change_concert')
    await dialog.getByRole('button', { name: 'Save the changes' }).click()
    await expect(their.getByText('Event updated successfully')).toBeVisible()
  })
  const stored = await inDatabase(shop, (sql) =>
    sql.query<{ venue: string; description: string; price: number }>(
      `select e.venue, e.description, c.price::float as price from public.events e
        join public.ticket_categories c on c.event_id = e.id and c.name = 'Floor' where e.id = $1`,
      [event],
    ),
  )
  expect(stored).toEqual([{ venue: 'Nehru Memorial Hall', description: 'An evening of sitar.', price: 475 }])
})

test('What is missing or wrong is said at its field and in a summary that leads there', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/events/new')
  await newForm(page).getByRole('button', { name: 'Save the draft' }).click()
  const summary = newForm(page).getByRole('group', { name: /things need your attention/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Enter a venue.' }).click()
  await expect(newForm(page).getByLabel('Venue')).toBeFocused()
  const field = (label: string) => newForm(page).getByLabel(label, { exact: true })
  await field('Singer').pressSequentially('x'.repeat(130))
  await expect(field('Singer')).toHaveValue('x'.repeat(120))
  await field('City').fill('Pune')
  await field('Venue').fill('Town Hall')
  await newForm(page)
    .getByLabel('Choose a poster')
    .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(26 * 1024 * 1024) })
  await expect(newForm(page).getByRole('alert')).toContainText('at most 25 MB')
  await field('Date').fill('2020-01-01')
  await newForm(page).getByRole('button', { name: 'Front stalls, 84 seats, in Gold' }).click()
  await zone(page, 'Silver').getByLabel('Front stalls, 84 seats').check()
  await expect(zone(page, 'Gold').getByLabel('Front stalls, 84 seats (now in Silver)')).not.toBeChecked()
  await newForm(page).getByRole('button', { name: 'Save the draft' }).click()
  await expect(summary).toContainText('Choose a time in the future.')
  await expect(summary).toContainText('Zone 1: Give this zone a section, or remove it.')
  await newForm(page).getByRole('combobox', { name: 'Hall', exact: true }).selectOption('none')
  await expect(zone(page, 'Gold').getByLabel('How many seats')).toBeVisible()
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
})
