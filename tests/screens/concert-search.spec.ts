import { begin } from '../support/sales/begun-concert.ts'
import { cancelsConcert, floor, publishConcert } from '../support/sales/concerts.ts'
import { findsConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' })

test('A concert is found by keyboard, by singer, place and date; a cancelled one is marked, and a past one behind a switch', async ({
  staff: { page },
  shop,
}) => {
  const concert = await publishConcert(shop, [floor])
  const cancelled = await publishConcert(shop, [floor])
  await cancelsConcert(shop, cancelled.id)
  const over = await publishConcert(shop, [floor])
  await begin(shop, [over], 24 * 40)
  await page.goto('/admin/announcements')
  await page.getByRole('button', { name: 'Event Choose an event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an event' })
  const search = dialog.getByRole('combobox')
  await expect(search).toBeFocused()
  await expect(await findsConcert(page, cancelled.singer)).toContainText('Cancelled')
  await expect(await findsConcert(page, over.singer)).toHaveCount(0)
  await expect(dialog.getByText('No concert matches')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Past concerts' }).click()
  await expect(await findsConcert(page, over.singer)).toBeVisible()
  await dialog.getByRole('switch', { name: 'Past concerts' }).click()

  await search.fill(`${concert.singer} goa night ${day.format(new Date(concert.date))}`)
  const found = dialog.getByRole('option')
  await expect(found).toHaveCount(1)
  await expect(search).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id')) ?? '')
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`event=${concert.id}`))
  await expect(page.getByRole('button', { name: `Event ${concert.singer}, Goa` })).toBeVisible()
})

test('Escape closes the search, and not the form around it; a shop without concerts says what comes first', async ({
  staff: { page },
}) => {
  await page.route('**/event_list?*', (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0' }, status: 200 }),
  )
  await page.goto('/admin/codes')
  await page.getByRole('button', { name: 'Add Code' }).click()
  const form = page.getByRole('form', { name: 'Add a code' })
  await form.getByRole('button', { name: /^Event / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'New concert' })).toBeVisible()
  // Enter in the search submits nothing.
  await dialog.getByRole('combobox').press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(form).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
})
