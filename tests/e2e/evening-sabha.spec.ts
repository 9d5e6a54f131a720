import {
  announces,
  findsByPoster,
  letsIn,
  opensTheGate,
  publishes,
  test,
  ticketsOf,
  zoneOf,
} from './support/evening.ts'
import { expect } from './support/story.ts'

const evening = {
  singer: 'Ranjani Iyer',
  city: 'Chennai',
  venue: 'Kolam Sabha',
  text: 'A full kutcheri, with the season’s members in the front.',
  poster: 'A veena on a red cloth',
}

test('A sabha’s evening: a poster, a hall of numbered seats, a row kept for sponsors, the members’ code, and the gate', async ({
  staff,
  customer,
  shop,
}) => {
  const { page } = staff
  const form = await announces(page, evening)
  for (const [zone, price] of [
    ['Gold', '1500'],
    ['Silver', '900'],
    ['Bronze', '500'],
  ] as const)
    await zoneOf(form, zone).getByLabel('Price', { exact: true }).fill(price)
  await expect(form.getByText('Every section is in a zone.').first()).toBeVisible()
  const event = await publishes(form, shop, evening)

  await page.goto(`/admin/events/${event}/seats?view=list`)
  const rows = page.getByRole('list', { name: 'Rows of the hall' })
  await rows.getByRole('button', { name: /row A/ }).first().click()
  await rows.getByRole('button', { name: /^Choose \d+ free seats of row A$/ }).click()
  const chosen = page.getByRole('region', { name: 'Chosen seats' })
  await chosen.getByLabel('Reason').fill('Sponsors')
  await chosen.getByRole('button', { name: /^Keep \d+ seats$/ }).click()
  await expect(rows.getByRole('listitem').first()).toContainText(/\d+ kept/)

  await page.goto('/admin/codes')
  await page.getByRole('button', { name: 'Add Code' }).click()
  const code = page.getByRole('form', { name: 'Add a code' })
  await code.getByLabel('Code', { exact: true }).fill('RASIKA26')
  await code.getByLabel('Percent').fill('20')
  await code.getByLabel('Event', { exact: true }).selectOption(event)
  await code.getByRole('button', { name: 'Add Code' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'RASIKA26' })).toBeVisible()

  await findsByPoster(customer, evening)
  const { picker, category } = await customer.opensSeats('Gold')
  await picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  const choice = await customer.addsToCart(evening.singer, 'tonight', { picker, category })
  expect(
    choice.seats.filter((seat) => /-A\d+$/.test(seat)),
    'the sponsors’ row',
  ).toEqual([])
  await customer.page.goto('/cart')
  await customer.page.getByRole('button', { name: 'Have a code?' }).click()
  await customer.page.getByLabel('Discount code').fill('rasika-26')
  await customer.page.getByRole('button', { name: 'Apply' }).click()
  await expect(customer.page.getByText('Code RASIKA26 applied')).toBeVisible()
  const payment = await customer.pays()
  expect(payment.amount).toBe('₹2,892.00')
  await staff.approves(payment)
  await customer.seesTicketsArrive()

  const [ticket] = await ticketsOf(shop, event)
  const volunteer = await opensTheGate(shop, event, evening)
  await letsIn(volunteer, ticket!, 'Gold')
  await volunteer.leaves()
})
