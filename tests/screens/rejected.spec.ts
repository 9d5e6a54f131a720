import { inDatabase } from '../support/database/database.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { asSaid } from '../support/people/customer.ts'
import { soldOf } from '../support/sales/sales.ts'
import { expect, test } from '../support/stories/story.ts'

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

test('A rejected customer sends the right reference for the same seats and is approved', async ({
  customer,
  staff,
  shop,
}) => {
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 2)
  const wrong = await customer.pays()
  await staff.rejects(wrong, NOTE)

  const dialog = await customer.seesRejection(NOTE)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(customer.page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).toContainText(asSaid(choice.seats))
  await expect(customer.page.getByLabel('UTR, 12 digits')).toHaveValue('')
  await expect(customer.page.getByRole('img', { name: 'Your screenshot' })).toBeHidden()

  const right = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  await staff.approves(right)
  await customer.seesTicketsArrive()
  await customer.page.goto('/my-tickets')
  await expect(customer.ticket(choice)).toBeVisible()

  const [before, after] = await inDatabase(shop, async (sql) => [
    await soldOf(sql, wrong.orderCode),
    await soldOf(sql, right.orderCode),
  ])
  expect(right.orderCode).not.toBe(wrong.orderCode)
  expect([before?.payments[0]?.status, before?.tickets.length, before?.claims.length]).toEqual(['rejected', 0, 0])
  expect(after?.tickets.map((ticket) => ticket.seats)).toEqual([choice.seats])
  expect(after?.claims.map((claim) => claim.state)).toEqual(['sold', 'sold'])
})

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
