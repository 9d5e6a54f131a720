import type { Page } from '@playwright/test'
import { addDays, dayKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { visitor as client } from '../support/server/visitor.ts'
import { Actions } from '../support/stories/actions.ts'
import { expect, ownShop, test as base } from '../support/stories/story.ts'

/** Two more choose a poster and describe it, which needs a browser's canvas. */
const MOST_ACTIONS = 38
const PASSWORD = 'a password of mine'

const test = base.extend<object, { shop: Shop }>({
  shop: ownShop({ template: 'empty', env: { ADMIN_EMAIL: 'owner@test.example' } }, async (shop) => {
    const link = /http\S+token_hash=([^&\s]+)/.exec(shop.log())
    const owner = client(shop)
    await owner.auth.verifyOtp({ token_hash: link?.[1] ?? '', type: 'recovery' })
    await owner.auth.updateUser({ password: PASSWORD })
  }),
})

async function signsIn(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill('owner@test.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
}

const form = (page: Page) => page.getByRole('form', { name: 'New concert' })
const zone = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true })

test('From an empty shop to a published concert in at most 38 actions, and then on two more evenings', async ({
  visitor,
  customer: guest,
  shop,
}) => {
  const { page } = visitor
  await signsIn(page)
  const does = new Actions()

  await test.step('Who, where and when: the next Saturday is there already, and Enter leads on', async () => {
    await does.press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Events' }))
    await does.press(page.getByRole('link', { name: 'New concert' }))
    const singer = form(page).getByLabel('Singer')
    await expect(singer).toBeFocused()
    await does.types(singer, 'Kaushiki Rao')
    await expect(form(page).getByText('A new singer, added with the concert.')).toBeVisible()
    await does.key(singer, 'Enter')
    await expect(form(page).getByLabel('City')).toBeFocused()
    await does.types(form(page).getByLabel('City'), 'Mumbai')
    await does.types(form(page).getByLabel('Venue'), 'Shanmukhananda Hall')
    await expect(form(page).getByLabel('State (optional)')).toHaveValue('Maharashtra')
  })

  await test.step('A hall of three sections, its balcony a row larger, each section in a zone of its own', async () => {
    await does.types(form(page).getByLabel('Rows').nth(2), '5')
    await expect(form(page).getByRole('button', { name: 'Balcony, 90 seats, in Bronze' })).toBeVisible()
    await does.press(form(page).getByRole('button', { name: 'Rear stalls, 128 seats, in Silver' }))
    await expect(zone(page, 'Gold').getByLabel('Rear stalls, 128 seats')).toBeChecked()
    await does.press(zone(page, 'Silver').getByLabel('Rear stalls, 128 seats'))
    await expect(form(page).getByText('Every section is in a zone.').first()).toBeVisible()
    await does.types(zone(page, 'Gold').getByLabel('Price', { exact: true }), '1500')
    await does.types(zone(page, 'Silver').getByLabel('Price', { exact: true }), '900')
    await does.types(zone(page, 'Bronze').getByLabel('Price', { exact: true }), '500')
  })

  await test.step('The first twenty of Gold cost less, and so does the whole of Silver until tomorrow', async () => {
    await does.press(zone(page, 'Gold').getByRole('button', { name: 'Add a phase to Gold' }))
    const gold = zone(page, 'Gold').getByRole('group', { name: 'Phase 1 of Gold' })
    await does.types(gold.getByLabel('Phase price'), '1200')
    await does.types(gold.getByLabel('or until sold'), '20')
    await does.press(zone(page, 'Silver').getByRole('button', { name: 'Add a phase to Silver' }))
    const silver = zone(page, 'Silver').getByRole('group', { name: 'Phase 1 of Silver' })
    await does.types(silver.getByLabel('Phase price'), '700')
    await does.types(silver.getByLabel('Until', { exact: true }), `${addDays(dayKey(Date.now()), 1)}T12:00`)
  })

  await test.step('What is typed survives a reload', async () => {
    await page.reload()
    await expect(page.getByText('What you had typed here is back.')).toBeVisible()
    await expect(zone(page, 'Silver').getByLabel('Phase price')).toHaveValue('700')
  })

  await test.step('A text, and it is published', async () => {
    await does.types(form(page).getByLabel('Text', { exact: true }), 'An evening of **khayal**.')
    await does.press(form(page).getByLabel('Publish now'))
    await expect(form(page).getByText('Three zones, 302 seats, on sale as soon as it is published.')).toBeVisible()
    await expect(form(page).getByText('tickets can be bought the moment you press Publish')).toBeVisible()
    await does.press(form(page).getByRole('button', { name: 'Publish the concert' }))
    await expect(page.getByText('Concert published')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Kaushiki Rao' })).toContainText('0 of 302')
    expect(does.count).toBeLessThanOrEqual(MOST_ACTIONS)
  })

  await inDatabase(shop, (sql) =>
    sql.query(`update public.events set poster = id || '/0123456789abcdef-1280x1600-webp', poster_alt = 'A sun'`),
  )
  await test.step('A customer finds it with its poster and its price of today', async () => {
    const customer = guest.page
    await customer.goto('/events')
    await customer
      .getByRole('link', { name: /Kaushiki Rao/ })
      .first()
      .click()
    await expect(customer.getByRole('img', { name: 'A sun' }).first()).toBeVisible()
    await expect(customer.getByText('₹1,200').first()).toBeVisible()
  })

  await test.step('It is duplicated onto two more evenings, as drafts', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Duplicate: Kaushiki Rao/ }).click()
    await expect(form(page).getByLabel('Singer')).toHaveValue('Kaushiki Rao')
    await expect(zone(page, 'Gold').getByLabel('Phase price')).toHaveValue('1200')
    await expect(form(page).getByLabel('What the poster shows')).toHaveValue('A sun')
    await form(page).getByRole('button', { name: 'Add the next evening' }).click()
    await zone(page, 'Bronze').getByRole('button', { name: 'Remove zone Bronze' }).click()
    await expect(form(page).getByText(/^Left over, and not for sale: Balcony/)).toBeVisible()
    await form(page).getByRole('button', { name: 'Undo' }).click()
    await expect(zone(page, 'Bronze').getByLabel('Balcony, 90 seats')).toBeChecked()
    await form(page).getByRole('button', { name: 'Save the draft' }).click()
    await expect(page.getByText('Concert saved as a draft')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Kaushiki Rao' })).toHaveCount(3)
    await expect(page.getByRole('row').filter({ hasText: 'Draft' })).toHaveCount(2)
  })

  const stored = await inDatabase(shop, (sql) =>
    sql.query<{ concerts: number; halls: number; zones: number; posters: number }>(
      `select count(distinct e.id)::int as concerts, count(distinct l.seating_layout_id)::int as halls,
          count(*)::int as zones, count(distinct e.poster)::int as posters
        from public.events e join public.ticket_categories c on c.event_id = e.id
        join public.ticket_category_layouts l on l.ticket_category_id = c.id`,
    ),
  )
  expect(stored).toEqual([{ concerts: 3, halls: 1, zones: 9, posters: 1 }])
})

test('What is missing is said at its field and in a summary that leads there', async ({ visitor, shop }) => {
  const { page } = visitor
  await signsIn(page)
  await page.goto('/admin/events/new')
  await form(page).getByRole('button', { name: 'Save the draft' }).click()
  const summary = form(page).getByRole('group', { name: /6/ }).first()
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Enter a venue.' }).click()
  await expect(form(page).getByLabel('Venue')).toBeFocused()
  await form(page).getByRole('combobox', { name: 'Hall', exact: true }).selectOption('none')
  await expect(zone(page, 'Gold').getByLabel('How many seats')).toBeVisible()
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(
    page.getByText('Add the first one with the button above.').or(page.getByRole('row').first()),
  ).toBeVisible()
  expect(await inDatabase(shop, (sql) => sql.query('select from public.singers where name = $1', ['']))).toHaveLength(0)
})
