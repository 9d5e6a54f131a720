import { publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

test('Two customers look at one map: a seat that one of them holds turns taken at the other, and free once it is released', async ({
  customer,
  visitor,
  shop,
}) => {
  const { id: event, singer } = await publishConcert(shop, [{ name: 'Balcony', price: 900, total: 20 }])
  await visitor.page.goto(`/events/${event}`)
  const { picker } = await visitor.opensSeats('Balcony')
  const seat = picker.getByRole('button', { name: 'Row A seat 1,' })
  await customer.choosesInRowA(event, 1)
  await expect(seat).toHaveAccessibleName(/, available$/)

  await customer.goesToCheckout()
  await expect(seat).toHaveAccessibleName(/, sold$/)
  await customer.page.goto('/cart')
  await customer.page.getByRole('button', { name: new RegExp(`^Remove ${singer}`) }).click()
  await expect(seat).toHaveAccessibleName(/, available$/)
})
