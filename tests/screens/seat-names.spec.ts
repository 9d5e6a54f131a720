import { asSaid } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'
import { opensTicket } from '../support/sales/tickets.ts'

/** The venues whose first section is called Front rows. */
const namedHalls = /Saptak Hall|Raintree Hall/

test('Seats of a hall have the venue’s names, from the cart to the ticket without a network', async ({
  customer,
  staff,
}) => {
  const choice = await customer.choosesSeats('Saltpan Radio', 2, 'Platinum', namedHalls)
  const { page } = customer
  const said = `Front rows ${asSaid(choice.seats)}`
  const main = page.getByRole('main')
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toContainText(`Platinum · ${said}`)
  await page.goto('/cart')
  await expect(main).toContainText(`Platinum · ${said}`)
  const last = `Front rows ${asSaid(choice.seats.slice(-1))}`
  await expect(page.getByRole('button', { name: `One fewer: removes ${last}`, exact: true })).toBeVisible()
  await customer.goesToCheckout()
  await expect(customer.order()).toContainText(`Platinum · ${said}`)
  const payment = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  await expect(main).toContainText(said)
  await staff.approves(payment)
  await customer.seesTicketsArrive()

  await page.goto('/my-tickets')
  const ticket = customer.ticket(choice)
  await expect(ticket).toContainText(`Platinum · ${said}`)
  await page.context().setOffline(true)
  const qr = await opensTicket(page, ticket.getByRole('link', { name: /^Show ticket/ }))
  await expect(qr).toHaveAccessibleName(new RegExp(`, Front rows ${asSaid(choice.seats.slice(0, 1))}$`))
  await expect(main).toContainText(said)
  await expect(main).not.toContainText('FRNT')
})
