import { approves, arrivedOnce } from './support/office.ts'
import { Screen } from './support/screen.ts'
import { test } from './support/story.ts'

test('A private window sends a payment once the server is back, and says that the ticket is not kept; the next one has it again after signing in', async ({
  customer,
  lends,
  shop,
}) => {
  const choice = await customer.choosesSeats('Lakeer Theory', 1)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  await shop.kill()
  const payment = await customer.submits(draft)
  await customer.seesItSavedOnTheDevice()
  await shop.restart()
  await customer.seesItBeingChecked()
  await arrivedOnce(shop, payment)
  await approves(shop, payment)
  await customer.seesTicketsArrive()
  await customer.opensTicket(choice)
  await customer.readsThatItDoesNotStay()
  await customer.device.close()

  const another = await lends()
  customer.screen = new Screen(await another.newTab(), shop.url)
  await customer.screen.opens('/login')
  await customer.signsIn()
  await customer.opensTicket(choice)
})
