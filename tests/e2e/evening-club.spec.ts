import { demoPerson, newCustomer } from '../support/visitor.ts'
import { Clerk } from './support/clerk.ts'
import {
  announces,
  choosesPlaces,
  findsByPoster,
  hasStandingRoom,
  inHours,
  letsIn,
  opensTheGate,
  publishes,
  test,
  ticketsOf,
} from './support/evening.ts'
import { expect } from './support/story.ts'

const evening = {
  singer: 'Lantern Street',
  city: 'Goa',
  venue: 'Night Shed',
  text: 'Three bands and a floor to stand on.',
  poster: 'A paper lantern over a wet street',
}

test('A club’s evening: a poster, early birds, a guest list, the till at the door, and the gate', async ({
  staff,
  customer,
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
  const event = await publishes(form, shop, evening)

  await findsByPoster(customer, evening)
  const offer = customer.page.getByRole('listitem').filter({ hasText: 'Floor' })
  await expect(offer).toContainText('Early bird')
  await expect(offer).toContainText('₹800 after that')
  await choosesPlaces(customer, 'Floor', 2)
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
  const friend = await visitor.context.newPage()
  await friend.goto(link)
  await friend.getByRole('button', { name: 'Open this ticket on this phone' }).click()
  await expect(friend.getByText('Meera Joshi')).toBeVisible()

  const person = await newCustomer(shop, 'Kiran')
  const { client: admin } = await demoPerson(shop, 'admin')
  await admin.rpc('set_staff_role', { p_user_id: person.id, p_role: 'box_office' }).throwOnError()
  await admin.rpc('set_staff_events', { p_user_id: person.id, p_event_ids: [event] }).throwOnError()
  const clerk = new Clerk(visitor.page)
  await clerk.signsIn(person)
  await clerk.opensTheTill('1000')
  await expect(visitor.page.getByRole('textbox', { name: 'Floor, number of tickets' })).toBeFocused()
  await clerk.presses('2', 'c')
  await clerk.sells('₹1,888.00', '2 tickets, ₹1,888.00 in cash')
  await visitor.page.getByRole('button', { name: /^Till ₹2,888/ }).click()
  await clerk.closesTheTill('2888')

  const [atTheDoor, ofTheGuest, early] = await ticketsOf(shop, event)
  const volunteer = await opensTheGate(shop, event, evening)
  for (const ticket of [early!, ofTheGuest!, atTheDoor!]) await letsIn(volunteer, ticket, 'Floor')
  await volunteer.leaves()
})
