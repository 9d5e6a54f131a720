import { inDatabase } from '../support/database/database.ts'
import { approves } from '../support/sales/purchases.ts'
import { goesOn } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'
import { soldOf } from '../support/sales/sales.ts'

test('A visitor registers, buys seats of two concerts, and gets the tickets while the page stays open', async ({
  visitor,
  staff,
  shop,
}) => {
  await visitor.books('Saltpan Radio')
  await expect(visitor.page.getByText('Please sign in to book tickets').first()).toBeVisible()
  await visitor.page.getByRole('link', { name: 'Create an account' }).click()
  await visitor.fillsInTheRegistration()
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'Saltpan Radio' })).toBeVisible()

  const pair = await visitor.choosesSeats('Saltpan Radio', 2)
  const single = await visitor.choosesSeats('Arka Sen', 1)
  const payment = await visitor.pays()

  await staff.approves(payment)
  await visitor.seesTicketsArrive()
  await goesOn(visitor.page, '/my-tickets')
  for (const choice of [pair, single]) await expect(visitor.ticket(choice)).toBeVisible()
  const next = visitor.page.getByRole('region', { name: 'Next ticket' })
  await expect(next.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()

  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.payments).toEqual([{ status: 'approved', amount: rupeesOf(payment.amount) }])
  expect(sold.tickets.map((ticket) => ticket.seats)).toEqual([pair.seats, single.seats])
  expect(sold.tickets.reduce((sum, ticket) => sum + Math.round(ticket.total_amount * 100), 0)).toBe(
    Math.round(rupeesOf(payment.amount) * 100),
  )
  expect(sold.claims.map((claim) => claim.seat).sort()).toEqual([...pair.seats, ...single.seats].sort())
  expect(new Set(sold.claims.map((claim) => claim.state))).toEqual(new Set(['sold']))
})

test('The tab is closed after submitting and opened after approval: the tickets are there', async ({
  customer,
  shop,
}) => {
  const choice = await customer.choosesSeats('Kesarbagh Collective', 2)
  const payment = await customer.pays()
  await customer.page.close()
  await approves(shop, payment.orderCode)

  customer.page = await customer.context.newPage()
  await customer.page.goto('/my-tickets')
  await expect(customer.ticket(choice)).toBeVisible()
  await customer.page.goto('/cart')
  await expect(customer.page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

  await customer.books('Kesarbagh Collective')
  const { picker } = await customer.opensSeats(choice.category)
  for (const seat of choice.seats) {
    const [, row, number] = /([A-Z]+)(\d+)$/.exec(seat) ?? []
    await expect(
      picker.getByRole('button', { name: new RegExp(`row ${row} seat ${number}, ${choice.category}, .*, sold$`, 'i') }),
    ).toBeVisible()
  }
})

const rupeesOf = (amount: string): number => Number(amount.replaceAll(/[₹,]/g, ''))
