import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { signedIn } from '../support/device/stored-session.ts'
import { arrivedOnce } from './support/office.ts'
import { Screen } from './support/screen.ts'
import { Staff } from './support/staff.ts'
import { test } from './support/story.ts'

test('A seat of the map and one of the list are bought, staff approve in this engine, and the ticket opens with the server gone, reloaded and in a new window', async ({
  customer,
  lends,
  shop,
}) => {
  await customer.opensConcert('Arka Sen')
  await customer.opensSeats()
  await customer.takesASeatOfTheMap()
  await customer.takesASeatOfTheList()
  const choice = { singer: 'Arka Sen', category: '', seats: await customer.addsToCart() }
  const payment = await customer.pays()

  const office = new Screen(await (await lends()).newTab(), shop.url)
  await office.keepsSession(await signedIn(shop, { email: 'admin@demo.mehfil.example', password: DEMO_PASSWORD }))
  await new Staff(office).approves(payment)
  await customer.seesTicketsArrive()
  await customer.opensTicket(choice)

  await customer.isReadyForOffline()
  await shop.kill()
  await customer.screen.tab.reload()
  await customer.seesTheCode()
  await customer.opensAnotherWindow()
  await customer.opensTicket(choice)
  await shop.restart()
})

test('A cart survives the registration, and its seats are held', async ({ visitor }) => {
  const choice = await visitor.choosesSeats('Kesarbagh Collective', 2)
  await visitor.registersOnTheWayToCheckout()
  await visitor.seesTheSeatsOfTheOrder(choice)
  await visitor.screen.tab.reload()
  await visitor.seesTheSeatsOfTheOrder(choice)
})

test('A payment submitted with the server gone arrives once, by itself', async ({ customer, shop }) => {
  await customer.choosesSeats('Jugnu and the Night Bus', 1)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  await shop.kill()
  const payment = await customer.submits(draft)
  await customer.seesItSavedOnTheDevice()
  await shop.restart()
  await customer.seesItBeingChecked()
  await arrivedOnce(shop, payment)
})
