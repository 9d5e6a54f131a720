import { demoPerson } from '../support/server/visitor.ts'
import type { Shop } from '../support/server/shop.ts'
import type { Customer } from '../support/people/customer.ts'
import { Staff } from '../support/people/staff.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { submits } from '../support/sales/purchases.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

/** Gives a customer a role, and opens the console where it begins. */
async function begins(shop: Shop, { email, page }: Customer, role: 'events' | 'payments') {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('profiles').select('id').eq('email', email).single().throwOnError()
  await client.rpc('set_staff_role', { p_user_id: data.id, p_role: role }).throwOnError()
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu).toBeVisible()
  return {
    places: menu.locator('#console-places > li'),
    tabs: page.getByRole('navigation', { name: 'Concert' }).getByRole('link'),
    isRefused: async (...pages: string[]) => {
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: 'Not for your role' })).toBeVisible()
      }
      await page.getByRole('link', { name: 'Go to the start' }).click()
      await expect(page.getByRole('heading', { name: 'Not for your role' })).toHaveCount(0)
    },
  }
}

test('Concerts staff publish a concert, and see no money', async ({ customer, shop }) => {
  const { id, singer } = await publishConcert(shop, [gold], { publish: 'draft' })
  const { page } = customer
  const { places, tabs, isRefused } = await begins(shop, customer, 'events')
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await expect(places).toHaveText(['Concerts', 'Announcements', 'Setup'])
  await expect(page.getByRole('link', { name: 'New concert' })).toBeVisible()
  await page.goto(`/admin/events?q=${singer}`)
  await opensConcert(page, singer)
  await expect(tabs).toHaveText(['Overview', 'Tickets & prices', 'Seats', 'Guests', 'Messages'])
  await page.getByRole('button', { name: `Publish: ${singer}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'It is on sale' })).toBeVisible()
  await isRefused('/admin/settings', '/admin/payments', `/admin/events/${id}/settlement`, `/admin/events/${id}/gate`)
})

test('Payments staff approve a payment, and change no concert', async ({ customer, rival, shop }) => {
  const { id, singer, categories } = await publishConcert(shop, [gold])
  const payment = await submits(shop, customer, categories.Gold!, ['A1'])
  const { page } = rival
  const { places, tabs, isRefused } = await begins(shop, rival, 'payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible()
  await expect(places).toHaveText(['Home', 'Concerts', /^Orders/, 'Help'])
  await new Staff(page).approves(payment)
  await page.goto(`/admin/events?q=${singer}`)
  await expect(page.getByRole('link', { name: 'New concert' })).toHaveCount(0)
  await opensConcert(page, singer)
  await expect(tabs).toHaveText(['Overview', 'Orders', 'Settlement'])
  await expect(page.getByRole('button', { name: /^(Edit|Pause|More): / })).toHaveCount(0)
  await isRefused('/admin/events/new', `/admin/events/${id}/edit`, '/admin/users', '/admin/settings')
})
