import type { Page } from '@playwright/test'
import { addDays, dayKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { visitor as client } from '../support/server/visitor.ts'
import { Staff } from '../support/people/staff.ts'
import { Actions } from '../support/stories/actions.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test as base } from '../support/stories/story.ts'

/** From an empty shop to seats that can be bought, with the form's own hall and zones. */
const MOST_TO_THE_FIRST_SALE = 14
/** Two more choose a poster and describe it, which needs a browser's canvas. */
const MOST_ACTIONS = 38
const PASSWORD = 'a password of mine'

/** An empty shop a story. */
const test = base.extend<{ shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  shop: async ({}, use) => {
    const shop = await startShop({ template: 'empty', env: { ADMIN_EMAIL: 'owner@test.example' } })
    const link = /http\S+token_hash=([^&\s]+)/.exec(shop.log())
    const owner = client(shop)
    await owner.auth.verifyOtp({ token_hash: link?.[1] ?? '', type: 'recovery' })
    await owner.auth.updateUser({ password: PASSWORD })
    await use(shop)
    await shop.dispose()
  },
})

const form = (page: Page) => page.getByRole('form', { name: 'New concert' })
const zone = (page: Page, name: string) => form(page).getByRole('group', { name, exact: true })

test('From an empty shop to a published concert in at most 38 actions', async ({ visitor, customer: guest, shop }) => {
  const { page } = visitor
  await new Staff(page).signsIn('owner@test.example', PASSWORD)
  const does = new Actions()

  await test.step('Who, where and when: the next Saturday is there already, and Enter leads on', async () => {
    await does.press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Concerts' }))
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
    await expect(form(page).getByText('Three zones, 302 seats, on sale once the shop has a UPI id.')).toBeVisible()
    await expect(form(page).getByText('Tickets with a price are not on sale until')).toBeVisible()
    await does.press(form(page).getByRole('button', { name: 'Publish the concert' }))
    await expect(page.getByText('Concert published')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Kaushiki Rao' })).toBeVisible()
    // Of its seats with a price none can be paid yet, so nothing says that they are on sale.
    await expect(page.getByRole('heading', { level: 2, name: 'Share it' })).toBeVisible()
    await expect(page.getByText('Tickets with a price are not on sale until')).toBeVisible()
    await expect(page.getByText(/All about it: http/)).toBeVisible()
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
    await expect(customer.getByText('Tickets are not on sale yet.')).toBeVisible()
    await expect(customer.getByRole('button', { name: /^Choose Seats/ })).toHaveCount(0)
  })

  await test.step('With a UPI id it is on sale', async () => {
    await page.goto('/admin/settings')
    await page.getByLabel('Account holder').fill('Kaushiki Rao')
    await page.getByLabel('UPI id').fill('kaushiki@okaxis')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await guest.page.reload()
    await expect(guest.page.getByRole('button', { name: /^Choose Seats/ }).first()).toBeVisible()
    await page.goto('/admin/events')
    await opensConcert(page, 'Kaushiki Rao')
    await expect(page.getByRole('region', { name: 'Places' })).toContainText('Sold0of 302')
    await page.getByRole('button', { name: 'Share: Kaushiki Rao' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'It is on sale' })).toBeVisible()
  })
})

test('From an empty shop to a concert that is on sale in at most 14 actions', async ({ visitor, customer }) => {
  const { page } = visitor
  await new Staff(page).signsIn('owner@test.example', PASSWORD)
  const does = new Actions()

  await test.step('The shop says where its money goes', async () => {
    await does.press(page.getByRole('link', { name: 'Merchant or personal UPI id' }))
    await does.types(page.getByLabel('Account holder'), 'Kaushiki Rao')
    await does.types(page.getByLabel('UPI id'), 'kaushiki@okaxis')
    await does.press(page.getByRole('button', { name: 'Save settings' }))
    await expect(page.getByText('Settings saved')).toBeVisible()
  })

  await test.step('A concert with the hall, the zones and the evening that the form proposes', async () => {
    await does.press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Concerts' }))
    await does.press(page.getByRole('link', { name: 'New concert' }))
    await does.types(form(page).getByLabel('Singer'), 'Kaushiki Rao')
    await does.types(form(page).getByLabel('City'), 'Mumbai')
    await does.types(form(page).getByLabel('Venue'), 'Shanmukhananda Hall')
    for (const [name, price] of [
      ['Gold', '1500'],
      ['Silver', '900'],
      ['Bronze', '500'],
    ] as const)
      await does.types(zone(page, name).getByLabel('Price', { exact: true }), price)
    await does.press(form(page).getByLabel('Publish now'))
    await does.press(form(page).getByRole('button', { name: 'Publish the concert' }))
    await expect(page.getByRole('heading', { level: 2, name: 'It is on sale' })).toBeVisible()
  })

  await test.step('A customer can buy its seats', async () => {
    await customer.page.goto('/events')
    await customer.page
      .getByRole('link', { name: /Kaushiki Rao/ })
      .first()
      .click()
    await expect(customer.page.getByRole('button', { name: /^Choose Seats/ }).first()).toBeVisible()
    expect(does.count).toBeLessThanOrEqual(MOST_TO_THE_FIRST_SALE)
  })
})
