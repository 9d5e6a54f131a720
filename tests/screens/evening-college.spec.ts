import { announces, hasStandingRoom, publishes } from '../support/stories/evening.ts'
import { opensTheGate, ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

const evening = {
  singer: 'Campus Choir',
  city: 'Pune',
  venue: 'College Hall',
  text: 'Songs that the students collected. It costs nothing.',
}

test('A college’s evening: free places, tickets at once without a payment, and the gate knows them', async ({
  staff,
  customer,
  shop,
}) => {
  const form = await announces(staff.page, evening)
  const students = await hasStandingRoom(form, 'Students', 300)
  await students.getByLabel('Students is free, without a fee').check()
  await expect(students.getByLabel('Price', { exact: true })).toBeDisabled()
  const event = await publishes(staff.page, shop, evening)
  await staff.page.goto(`/admin/tickets?event=${event}`)
  await expect(staff.page.getByRole('row').filter({ hasText: 'Students' })).toContainText('Free')

  const { page } = customer
  await page.goto(`/events/${event}`)
  await expect(page.getByText(evening.text)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Students' })).toContainText('Free')
  await customer.choosesPlaces(event, 2, 'Students')
  await page.goto('/cart')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('Free')
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Get your tickets' })).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

  const [ticket] = await ticketsOf(shop, event)
  expect(await opensTheGate(shop, ticket!)).toBe(true)
})
