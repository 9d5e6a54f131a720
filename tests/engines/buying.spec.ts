import { approves, arrivedOnce } from './support/office.ts'
import { Screen } from './support/screen.ts'
import { Staff } from './support/staff.ts'
import { test } from './support/story.ts'

test('Seats are bought with a screenshot, and the ticket opens with the server gone, reloaded and in a new window', async ({
  customer,
  shop,
}) => {
  const choice = await customer.choosesSeats('Saltpan Radio', 2)
  const payment = await customer.pays()
  await approves(shop, payment)
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

test('One seat is taken on the map, one from the list, and staff approve in this engine', async ({
  customer,
  lends,
  shop,
}) => {
  await customer.opensConcert('Arka Sen')
  await customer.opensSeats()
  await customer.takesASeatOfTheMap()
  await customer.takesASeatOfTheList()
  const seats = await customer.addsToCart()
  const payment = await customer.pays()

  const office = await lends()
  const staff = new Staff(new Screen(await office.newTab(), shop.url))
  await staff.signsIn()
  await staff.approves(payment)
  await customer.seesTicketsArrive()
  await customer.opensTicket({ singer: 'Arka Sen', category: '', seats })
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
