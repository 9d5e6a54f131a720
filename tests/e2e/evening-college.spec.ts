import {
  announces,
  choosesPlaces,
  findsByPoster,
  hasStandingRoom,
  letsIn,
  opensTheGate,
  publishes,
  test,
  ticketsOf,
} from './support/evening.ts'
import { isSoundOnBothScreens } from './support/sound.ts'
import { expect } from './support/story.ts'

const evening = {
  singer: 'Campus Choir',
  city: 'Pune',
  venue: 'College Hall',
  text: 'Songs that the students collected. It costs nothing.',
  poster: 'A choir under a banyan tree',
}

test('A college’s evening: a poster, free places, tickets at once without a payment, and the gate', async ({
  staff,
  customer,
  shop,
}) => {
  const form = await announces(staff.page, evening)
  const students = await hasStandingRoom(form, 'Students', 300)
  await students.getByLabel('Students is free, without a fee').check()
  await expect(students.getByLabel('Price', { exact: true })).toBeDisabled()
  const event = await publishes(form, shop, evening)
  await staff.page.goto(`/admin/tickets?event=${event}`)
  await expect(staff.page.getByRole('row').filter({ hasText: 'Students' })).toContainText('Free')

  const { page } = customer
  await findsByPoster(customer, evening)
  await expect(page.getByRole('listitem').filter({ hasText: 'Students' })).toContainText('Free')
  await choosesPlaces(customer, 'Students', 2)
  await page.goto('/cart')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('Free')
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Get your tickets' })).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveCount(0)
  await isSoundOnBothScreens(page, 'A free order')
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

  const [ticket] = await ticketsOf(shop, event)
  const volunteer = await opensTheGate(shop, event, evening)
  await letsIn(volunteer, ticket!, 'Students. 1 person.')
  await volunteer.leaves()
})
