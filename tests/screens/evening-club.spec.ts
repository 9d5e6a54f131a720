import { Clerk } from '../support/people/clerk.ts'
import { announces, hasStandingRoom, inHours, publishes } from '../support/stories/evening.ts'
import { opensTheGate, ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

const evening = {
  singer: 'Lantern Street',
  city: 'Goa',
  venue: 'Night Shed',
  text: 'Three bands and a floor to stand on.',
}

test('A club’s evening: early birds, a guest list, the till at the door, and the gate knows them all', async ({
  staff,
  customer,
  rival,
  visitor,
  shop,
}) => {
  const { page } = staff
  const form = await announces(page, evening)
  const floor = await hasStandingRoom(form, 'Floor', 300)
  await floor.getByLabel('Price', { exact: true }).fill('800')
  await floor.getByRole('button', { name: 'Add a phase to Floor' }).click()
  const { day, time } = inHours(2)
  await floor.getByLabel('Phase price').fill('500')
  await floor.getByLabel('Until', { exact: true }).fill(`${day}T${time}`)
  await floor.getByLabel('or until sold').fill('2')
  const event = await publishes(page, shop, evening)

  await customer.page.goto(`/events/${event}`)
  const offer = customer.page.getByRole('listitem').filter({ hasText: 'Floor' })
  await expect(offer).toContainText('Early bird')
  await expect(offer).toContainText('₹800 after that')
  await customer.choosesPlaces(event, 2)
  const payment = await customer.pays()
  expect(payment.amount).toBe('₹1,240.00')
  await staff.approves(payment)
  await customer.seesTicketsArrive()

  await page.goto(`/admin/events/${event}/guests`)
  await page.getByRole('button', { name: 'Add a guest' }).click()
  const guest = page.getByRole('form', { name: 'Add a guest' })
  await guest.getByLabel('Name', { exact: true }).fill('Meera Joshi')
  await guest.getByRole('button', { name: 'Add to the list' }).click()
  const link = (await page
    .getByRole('dialog', { name: 'Link for Meera Joshi' })
    .getByText(/\/ticket#/)
    .textContent())!.trim()
  const friend = visitor.page
  await friend.goto(link)
  await friend.getByRole('button', { name: 'Open this ticket on this phone' }).click()
  await expect(friend.getByText('Meera Joshi')).toBeVisible()

  const clerk = await Clerk.comes(shop, rival, event)
  await clerk.opensTheTill('1000')
  await expect(rival.page.getByRole('textbox', { name: 'Floor, number of tickets' })).toBeFocused()
  await clerk.presses('2', 'c')
  await clerk.sells('₹1,888.00', '2 tickets, ₹1,888.00 in cash')
  await rival.page.getByRole('button', { name: /^Till ₹2,888/ }).click()
  await clerk.closesTheTill('2888')

  const tickets = await ticketsOf(shop, event)
  expect(tickets).toHaveLength(3)
  for (const ticket of tickets) expect(await opensTheGate(shop, ticket)).toBe(true)
})
