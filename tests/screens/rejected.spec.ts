import { hall, publishConcert } from '../support/sales/concerts.ts'
import { asSaid } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

test('After a rejection the customer returns to the cart and finds the seats in it', async ({
  customer,
  staff,
  shop,
}) => {
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  const payment = await customer.pays()
  await staff.rejects(payment, NOTE)
  const dialog = await customer.seesRejection(NOTE)
  const [, until = ''] = /for you until (\S+ [ap]m)/.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('button', { name: 'Return to Cart' }).click()
  const cart = customer.page.getByRole('region', { name: 'Tickets in your cart' })
  await expect(cart).toContainText(asSaid(choice.seats))
  await expect(cart).toContainText(`Held until ${until}`)
  await expect(cart).not.toContainText('Seats are not held until you go to checkout.')
  await customer.pays()
})
